import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Donation } from '../../mock/store.ts'
import { approve } from '../browser/approve.ts'
import { type Arrival, Browser, JSON_TYPE, type Sending } from '../browser/browser.ts'
import { described } from '../browser/described.ts'
import { formToPick, openCallback, openUntilAuthorization, wayToPick } from '../browser/ways.ts'
import type { Endpoint } from '../environment/config.ts'
import { type Account, expiredFor, LATE_MS } from '../service/account.ts'
import {
  ACCEPTED,
  BROWSER_HEADER,
  type Call,
  isAnsweredWell,
  isTokenCall,
  requirementOf,
} from '../service/call.ts'
import { arrivedFor } from '../service/jobs.ts'
import type { AccountOptions } from '../service/world.ts'
import { type Connection, connectionOf } from './connection.ts'
import type { Examination } from './examination.ts'
import type { Flow } from './flow.ts'
import { sentWhenFree, type UpdateAttempt, updateOutcome } from './outcome.ts'
import { untilJobIsDone } from './queued.ts'

/** How long an application may take to exchange a code after the callback is answered, in milliseconds. */
export const EXCHANGE_MS = 3_000
/** How long a code may wait behind a page before a button of that page is taken for what it waits for. */
const USED_MS = 500
const POLL_MS = 10
const MOST_PATIENCE = 4
/** So long nothing waits for the processor in one update, unless the machine is busy with much else; in milliseconds. */
const BUSY_MS = 4_000
/** Pages that ask which organization, one after the other, such as the last that asks whether the user is sure. */
const MOST_PICKING_PAGES = 3

/** The service that the suite plays gave no answer, or the machine is too busy: nothing can be held against the application. */
export class SilentServiceError extends InconclusiveError {}

/** Who a scenario is about. */
export interface ScenarioOptions extends AccountOptions {
  /** That of another scenario, for a second browser of the same customer. */
  readonly account?: Account
  /** That of another scenario, for another customer who comes to the same browser. */
  readonly browser?: Browser
}

/** One customer of the application with a browser of their own. */
export class Scenario {
  readonly name: string
  readonly account: Account
  readonly browser: Browser
  /** What the browser sent and received. */
  readonly exchanges: Exchange[] = []
  /** Those that the application began, the oldest first. */
  readonly flows: Flow[] = []
  readonly examination: Examination

  constructor(examination: Examination, name: string, options: ScenarioOptions = {}) {
    const { service, registration, http, place } = examination
    this.examination = examination
    this.name = name
    this.account = options.account ?? service.newAccount(registration.environment, name, options)
    this.browser =
      options.browser ??
      new Browser(
        http,
        place,
        { [BROWSER_HEADER]: name },
        {
          nextId: () => examination.nextId(),
          keep: (exchange, { from, to }) => {
            const named = { ...exchange, ...requirementOf(name), step: { scenario: name, from, to } }
            this.exchanges.push(named)
            examination.record(named)
            return named
          },
        },
      )
  }

  /** Opens the page to connect. */
  async openConnect(): Promise<Arrival> {
    const { method, path } = this.examination.config.connect
    return openUntilAuthorization(this.browser, {
      method,
      url: this.browser.at(path),
      ...(method === 'GET' ? {} : { body: '' }),
    })
  }

  /**
   * Begins a flow.
   * @throws InconclusiveError where the user is not sent to the authorization endpoint
   */
  async begin(): Promise<Flow> {
    const arrival = await this.openConnect()
    if (arrival.kind !== 'authorization')
      throw new InconclusiveError(`the user is not sent to the authorization endpoint: ${described(arrival)}`)
    const { sending, exchange } = arrival
    const flow = { sending, exchange, parameters: sending.url.searchParams }
    this.flows.push(flow)
    this.examination.flows.push(flow)
    return flow
  }

  /**
   * Logs in and approves.
   * @returns the address of the callback, which is not opened
   * @throws InconclusiveError where the service refuses the request; SilentServiceError where it does not answer
   */
  async approve(flow: Flow): Promise<URL> {
    const approval = await approve(this.browser, flow.sending, this.account.user)
    if (approval.kind === 'callback' && approval.url.searchParams.has('code')) return approval.url
    if (approval.kind === 'silent')
      throw new SilentServiceError(`the service itself gives no answer: ${approval.why}`)
    const why = approval.kind === 'callback' ? 'the service sends no code' : approval.why
    throw new InconclusiveError(`the service refuses the authorization request: ${why}`)
  }

  /** Opens a callback; where its page asks for one click before the code is used, the user clicks. */
  openCallback(url: URL): Promise<Arrival> {
    const before = this.account.calls.length
    const isUsed = () => this.account.calls.slice(before).some(isTokenCall)
    return openCallback(this.browser, url, () => this.until(isUsed, USED_MS))
  }

  /** Opens an address of the application, and follows it. */
  open(url: URL): Promise<Arrival> {
    return this.browser.open({ method: 'GET', url })
  }

  /**
   * Connects: the whole flow, until the service has given tokens.
   * @throws InconclusiveError where it does not come to that
   */
  async connect(): Promise<Arrival> {
    const { accessTokens, calls } = this.account
    const [tokensBefore, callsBefore] = [accessTokens.length, calls.length]
    const callback = await this.approve(await this.begin())
    const landing = await this.openCallback(callback)
    const isHeard = () => calls.slice(callsBefore).some((call) => isTokenCall(call) && isAnsweredWell(call))
    if (await this.until(isHeard, EXCHANGE_MS)) return landing
    if (accessTokens.length > tokensBefore)
      throw new SilentServiceError('the application hung up before the service had answered with tokens')
    throw new InconclusiveError(`after the callback no code is exchanged for tokens: ${described(landing)}`)
  }

  /**
   * Has a donation updated.
   * @param options.mayFail whether a failure or no answer is one of the things that may come of it
   * @param options.mayBeLost whether it may be accepted and then sent to nobody
   * @throws InconclusiveError where the application has no request for that, does not answer it, or accepts it and then
   * sends nothing; and where the machine is too busy for tokens of seconds
   */
  async update(
    donation: Pick<Donation, 'id' | 'status'>,
    changes: Readonly<Record<string, unknown>>,
    { mayFail = false, mayBeLost = false } = {},
  ): Promise<UpdateAttempt> {
    const { update } = this.examination.config
    if (update === undefined)
      throw new InconclusiveError('the environment names no request to update a donation', ['PARTNER_UPDATE'])
    const { id, status } = donation
    const before = this.account.calls.length
    const sending = this.#json(update, { donation: { id, status }, changes })
    const callsNow = () => this.account.calls.slice(before)
    const arrived = () => arrivedFor(asked, callsNow(), { calls: this.account.calls, jobs })
    const jobs = [...this.account.jobs]
    const asked = { donationId: id, changes }
    const began = performance.now()
    const exchange = await sentWhenFree(
      () => this.browser.send(sending),
      (milliseconds) => this.wait(milliseconds),
      () => arrived().sent.length > 0,
    )
    const outcome = await updateOutcome(this.browser, sending, exchange, this.examination.config.connect)
    // Programs have limits of their own for answers that wait for the processor.
    if (outcome === 'failed' && !mayFail && this.examination.keptMs(began) > BUSY_MS)
      throw new SilentServiceError('the machine is too busy: an update failed that waited for the processor')
    if (outcome === 'silent' && !mayFail)
      throw new InconclusiveError(`an update was not answered: ${exchange.failure?.message}`)
    const isAccepted = exchange.response?.status === ACCEPTED
    // Nothing has to be sent of no changes.
    const mayBeNone = mayBeLost || Object.keys(changes).length === 0
    if (isAccepted) this.account.jobs.push({ ...asked, startedAt: exchange.startedAt })
    const isDone = !isAccepted || (await untilJobIsDone({ exchange, changes, arrived }, this, mayBeNone))
    const { sent, late } = arrived()
    if (sent.some((call) => this.#isLateByMachine(call, exchange, began)))
      throw new SilentServiceError(
        'the machine is too busy: an access token had expired before the update for which it was given out arrived',
      )
    if (!isDone && !mayBeNone && !sent.some(({ answer }) => answer))
      throw new InconclusiveError(
        `an update was answered with 202, and none arrived at the service within ${Math.round((performance.now() - began) / 1_000)} seconds`,
      )
    return { outcome: isDone ? outcome : 'accepted', exchange, calls: callsNow(), sent, late }
  }

  /**
   * An update that has to succeed before anything else can be judged.
   * @throws InconclusiveError where it does not
   */
  async updateOrStop(
    donation: Pick<Donation, 'id' | 'status'>,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<UpdateAttempt> {
    const update = await this.update(donation, changes)
    if (update.outcome === 'done' && update.sent.length > 0) return update
    const { response, failure } = update.exchange
    const arrived = update.sent.length > 0 ? 'arrived at the service' : 'did not arrive at the service'
    throw new InconclusiveError(
      `an ordinary update ${arrived}, and was answered with ${response?.status ?? failure?.message}`,
    )
  }

  /** An update that this application takes; each number makes another one. */
  ordinaryChange(number = 0): Readonly<Record<string, unknown>> {
    return this.examination.ordinaryChange(number)
  }

  /** Picks an organization: by the request for that, else on the page after the callback and those that ask again. */
  async choose(
    { id, name }: { readonly id: string; readonly name: string },
    landing: Arrival,
  ): Promise<Arrival> {
    const { choose } = this.examination.config
    if (choose) return this.browser.open(this.#json(choose, { organization_id: id }))
    const page = landing.kind === 'answer' ? landing.page : undefined
    const way = page && (wayToPick(page, [id]) ?? wayToPick(page, [name]))
    if (way === undefined)
      throw new InconclusiveError('no form or link of the page after the callback names the organization', [
        'PARTNER_CHOOSE',
      ])
    let arrival = await this.browser.open(way)
    for (let pages = 1; pages < MOST_PICKING_PAGES; pages++) {
      const next = arrival.kind === 'answer' ? arrival.page && formToPick(arrival.page, [id]) : undefined
      if (next === undefined) break
      arrival = await this.browser.open(next)
    }
    return arrival
  }

  /** What the application says of this session; undefined where it has no request for that, or answers otherwise. */
  async connection(): Promise<Connection | undefined> {
    const { connection } = this.examination.config
    if (connection === undefined) return undefined
    const arrival = await this.browser.open({
      method: connection.method,
      url: this.browser.at(connection.path),
      contentType: JSON_TYPE,
    })
    return arrival.kind === 'answer' ? connectionOf(arrival.exchange) : undefined
  }

  /** Waits until something is so, as long as the machine lets the application run. @returns whether it came to be, within the time */
  async until(isSo: () => boolean, milliseconds: number): Promise<boolean> {
    for (const start = performance.now(); !isSo(); await this.wait(POLL_MS))
      if (!this.#mayTake(milliseconds, start)) return false
    return true
  }

  /** @throws InconclusiveError where the examination ends meanwhile */
  async wait(milliseconds: number): Promise<void> {
    const { signal } = this.examination
    await sleep(milliseconds, undefined, { signal }).catch(() => {
      throw new InconclusiveError('the examination was ended')
    })
  }

  /**
   * Whether the token of a call that an update led to expired on its way since the machine kept the application from
   * running, or for so little that nobody can tell.
   */
  #isLateByMachine(call: Call, { startedAt }: Exchange, began: number): boolean {
    const lateMs = expiredFor(this.account, call, startedAt)
    return lateMs !== undefined && (lateMs < LATE_MS || lateMs <= this.examination.keptMs(began))
  }

  /** Whether there is time left, to which a busy machine adds what it took; so many times as much at most. */
  #mayTake(milliseconds: number, start: number): boolean {
    const tookMs = performance.now() - start
    if (tookMs <= milliseconds) return true
    return tookMs <= MOST_PATIENCE * milliseconds && tookMs - this.examination.keptMs(start) <= milliseconds
  }

  #json({ method, path }: Endpoint, body: unknown): Sending {
    return { method, url: this.browser.at(path), body: JSON.stringify(body), contentType: JSON_TYPE }
  }
}
