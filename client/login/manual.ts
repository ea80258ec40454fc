import type { UserCredentials } from '../environment/config.ts'
import type { HttpClient } from '../http/client.ts'
import type { Sender } from '../http/sender.ts'
import { parseUrl } from '../http/url.ts'
import {
  type AuthorizationFlow,
  type Intent,
  intentFor,
  type Purpose,
  type UserAgent,
} from './authorization-flow.ts'
import type { Prompt } from './prompt.ts'

/** What a person has to know beside the address. */
interface ManualOptions {
  /** Where the answer is written, on a machine without terminal. */
  readonly file?: string | undefined
  /** Says in words which of the suite's users to log in as. */
  readonly roleOf?: (user: UserCredentials) => string
  /** Which login it is, in words; empty where nobody counts them. */
  readonly which?: string
}

/** An answer that does not belong to the question is asked for again, so often at most. */
const MOST_QUESTIONS = 3

/** A person, who opens the address in a browser of their own and pastes the one that they end at. */
export class ManualBrowser implements UserAgent {
  /** Codes that were answered before, by prompt: each belongs to one question. */
  static readonly #answered = new WeakMap<Prompt, Set<string>>()
  readonly #prompt: Prompt
  readonly #how: string
  readonly #roleOf: (user: UserCredentials) => string
  readonly #which: string

  constructor(prompt: Prompt, { file, roleOf = () => '', which = '' }: ManualOptions = {}) {
    this.#prompt = prompt
    this.#roleOf = roleOf
    this.#which = which && ` (${which})`
    this.#how =
      file === undefined
        ? 'paste it here; where it does not get there, an empty line'
        : `write it to ${file}; where it does not get there, any other text`
  }

  /** Waits until nobody else talks with the person, then asks. */
  authorize(
    url: string,
    purpose: Purpose,
    user: UserCredentials,
    stopAt: readonly string[],
    http?: HttpClient,
  ): Promise<AuthorizationFlow> {
    return this.#prompt.inTurn(async () => {
      const intent = intentFor(purpose)
      const location = this.#prompt.isClosed ? '' : await this.#ask(url, intent, user, stopAt, http?.sender)
      const common = { exchanges: [], sawApproval: true, after: 'decision' } as const
      const parsed = parseUrl(location)
      if (parsed !== undefined) return { ...common, kind: 'redirected', location, url: parsed }
      return {
        ...common,
        kind: 'stopped',
        why: 'no address was given (where there is no terminal, SANDBOX_MANUAL_FILE names a file for it)',
        page: '',
        after: 'request',
        isFinal: false,
        loginRefused: false,
      }
    })
  }

  /** @returns what the person was sent to, or whatever else they answered. */
  async #ask(
    url: string,
    intent: Intent,
    user: UserCredentials,
    stopAt: readonly string[],
    sender: Sender | undefined,
  ): Promise<string> {
    const { requirement: purpose = 'everything that needs a token', judgesState = false } = sender ?? {}
    const role = this.#roleOf(user)
    const who = [user.username && ` as ${user.username}`, role && ` (${role})`].filter(Boolean).join('')
    const what = intent === 'approve' ? 'approve' : 'decline'
    this.#prompt.tell(
      `\nOpen this address for ${purpose}${this.#which}, log in${who} and ${what}:\n\n  ${url}\n\n` +
        `The browser then goes to ${stopAt[0] ?? 'the redirect URI'}, where nothing needs to answer. Copy the whole ` +
        `address from its address bar and ${this.#how}:\n`,
    )
    let before: string | undefined
    for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
      const answer = (await this.#prompt.ask())?.trim() ?? ''
      const wrong = this.#mistakeIn(answer, url, judgesState)
      // who gives the same again means it
      if (wrong === undefined || answer === before) return this.#taken(answer)
      before = answer
      this.#prompt.tell(`That ${wrong}. Once more, for the address above:\n`)
    }
    return this.#taken(before ?? '')
  }

  /** Why an answer does not belong to the question; undefined where it does, or is no address at all. */
  #mistakeIn(answer: string, asked: string, judgesState: boolean): string | undefined {
    const given = parseUrl(answer)
    if (given === undefined) return undefined
    if (given.href === new URL(asked).href)
      return 'is the address to open, not the one that the browser ends at'
    const code = given.searchParams.get('code')
    if (code !== null && this.#codes.has(code)) return 'is the answer to an earlier question'
    const state = new URL(asked).searchParams.get('state')
    if (judgesState || given.searchParams.get('state') === state) return undefined
    return 'belongs to another question: its state is not the one of this address'
  }

  #taken(answer: string): string {
    const code = parseUrl(answer)?.searchParams.get('code')
    if (code) this.#codes.add(code)
    return answer
  }

  get #codes(): Set<string> {
    const known = ManualBrowser.#answered.get(this.#prompt) ?? new Set<string>()
    ManualBrowser.#answered.set(this.#prompt, known)
    return known
  }
}
