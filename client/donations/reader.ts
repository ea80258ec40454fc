import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { PLAIN_HIDDEN_FIELDS } from '../../contract/fields.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { DonationReading } from '../environment/config.ts'
import { isAccepted, isJsonObject, type JsonObject, jsonOf, mediaType, statusOf } from '../http/answer.ts'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { TokenOwner } from '../oauth/token-owner.ts'
import { cut } from '../secrets/cut.ts'
import { withPlainLinks } from './hidden-forms.ts'
import { type Printed, printedBy } from './read-command.ts'

/** What a reading may show of a donation; whatever else it shows is left out. */
const READABLE_FIELDS = ['status', 'designation_id', 'advisor', 'advisor_id', ...PLAIN_HIDDEN_FIELDS] as const

/** Those of the {@link READABLE_FIELDS} that were shown, with whatever values. */
type Reading = Readonly<Partial<Record<(typeof READABLE_FIELDS)[number], unknown>>>

/** What is read may lag behind what is written: for so long it is read again before a difference counts. */
const PATIENCE_MS = 1_000
const PAUSE_MS = 100
/** Where nothing ever came late, and so many differences stayed for all that time, a shorter one is waited for. */
const VAIN_WAITS = 12
const SHORT_PATIENCE_MS = 200

/** A place that fails now and then is asked so many times. */
const ASKS = 3

type ReadingByUrl = Extract<DonationReading, { readonly url: string }>

const COMMAND_LIMITS = { timeoutMs: 10_000, bytes: 256 * 1024 }
/** Each starts a process, and maybe a database session. */
const COMMANDS_AT_ONCE = 4

const KEY = 'SANDBOX_READ_DONATION'
const LONGEST_REASON = 300

/** Reads what the contract's answers do not show of a donation, in the way that SANDBOX_READ_DONATION names. */
export class DonationReader {
  readonly #reading: DonationReading
  readonly #http: HttpClient
  readonly #tokens: Pick<TokenOwner, 'send'>
  readonly #signal: AbortSignal
  readonly #commands = new PQueue({ concurrency: COMMANDS_AT_ONCE })
  /** How far what is read was seen to lag behind; in milliseconds. */
  #lag = 0
  /** How often a difference stayed, however long it was waited for. */
  #vainWaits = 0

  /**
   * @param http a client of its own: what it sends is no evidence about the service.
   * @param tokens gives the token that a URL is asked with.
   * @param signal ends commands early.
   */
  constructor(
    reading: DonationReading,
    http: HttpClient,
    tokens: Pick<TokenOwner, 'send'>,
    signal: AbortSignal,
  ) {
    this.#reading = reading
    this.#http = http
    this.#tokens = tokens
    this.#signal = signal
    // Every reading that waits listens to it, and tests run at once.
    setMaxListeners(0, signal)
  }

  /**
   * What is shown of a donation.
   * @param isExpected says whether a reading shows what should be there: until it does, for up to a second, or less
   * where waiting never helped, the donation is read again.
   * @returns the last reading.
   * @throws InconclusiveError where it cannot be read; the reason names the key.
   */
  async read(id: string, isExpected: (reading: Reading) => boolean = () => true): Promise<Reading> {
    if (this.#lag > 0) await this.#sleep(this.#lag)
    const start = performance.now()
    let reading = await this.#readOnce(id)
    if (isExpected(reading)) return reading
    while (performance.now() - start < this.#patience) {
      await this.#sleep(PAUSE_MS)
      reading = await this.#readOnce(id)
      if (!isExpected(reading)) continue
      // What must not change is expected from the start: only after this long would a change have been seen, and twice
      // as long after, since one of several replicas lags further behind than the other.
      this.#lag = Math.max(this.#lag, Math.min(2 * (performance.now() - start), PATIENCE_MS))
      return reading
    }
    this.#vainWaits += 1
    return reading
  }

  get #patience(): number {
    return this.#lag === 0 && this.#vainWaits >= VAIN_WAITS ? SHORT_PATIENCE_MS : PATIENCE_MS
  }

  async #readOnce(id: string): Promise<Reading> {
    const reading = this.#reading
    const json = 'command' in reading ? await this.#print(reading.command, id) : await this.#ask(reading, id)
    if (!isJsonObject(json)) throw this.#failure('it shows no JSON object')
    const inside = isJsonObject(json.data) ? json.data : {}
    const shown: JsonObject = { ...json, ...inside }
    const fields = READABLE_FIELDS.filter((field) => field in shown)
    if (fields.length === 0) throw this.#failure(`it shows none of ${READABLE_FIELDS.join(', ')}`)
    return withPlainLinks(Object.fromEntries(fields.map((field) => [field, shown[field]])))
  }

  async #print(command: string, id: string): Promise<unknown> {
    const printed: Printed = await this.#commands.add(() =>
      printedBy(command, id, COMMAND_LIMITS, this.#signal),
    )
    if ('problem' in printed) throw this.#failure(printed.problem)
    try {
      return JSON.parse(printed.output)
    } catch {
      throw this.#failure('it prints no JSON')
    }
  }

  async #ask(reading: ReadingByUrl, id: string): Promise<unknown> {
    let exchange = await this.#askOnce(reading, id)
    for (let ask = 2; ask <= ASKS && hasFailed(exchange); ask++) {
      await this.#sleep(PAUSE_MS * ask)
      exchange = await this.#askOnce(reading, id)
    }
    if (!isAccepted(exchange)) throw this.#failure(`it gives ${inShort(exchange)}`)
    return jsonOf(exchange)
  }

  #askOnce({ url, headers }: ReadingByUrl, id: string): Promise<Exchange> {
    return this.#tokens.send((token) =>
      this.#http.send({
        method: 'GET',
        url: url.replaceAll('{id}', encodeURIComponent(id)),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        },
      }),
    )
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal })
  }

  /** Redacted first, and cut afterwards: half a secret would not be found. */
  #failure(why: string): InconclusiveError {
    const reason = this.#http.secrets.redact(why)
    return new InconclusiveError(`${KEY} cannot be used: ${cut(reason, LONGEST_REASON)}`)
  }
}

/** Whether the place itself failed: what was lost is sent again, and 429 and 503 are waited out, by the client. */
function hasFailed(exchange: Exchange): boolean {
  return statusOf(exchange) >= 500 && statusOf(exchange) !== 503
}

/** No more than status and type: a page of an unknown place may hold anything. */
function inShort(exchange: Exchange): string {
  return exchange.failure
    ? `no answer (${exchange.failure.message})`
    : `${statusOf(exchange)} (${mediaType(exchange) || 'no content type'})`
}
