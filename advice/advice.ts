/** Something that the standards advise for the security of an authorization server, beyond what the contract says. */
export interface Advice {
  /** What is looked at. */
  readonly title: string
  /** Where it is advised, such as `RFC 9700, 4.16`. */
  readonly clause: string
  /** The value that is safe, for a person. */
  readonly safe: string
  /** What to do where the service has another. */
  readonly todo: string
  /** What it takes to see it, where a run may lack that. */
  readonly needs: string
}

/** One look at one thing: whether it has the safe value, and what it has, without secrets or what changes each time. */
export interface Sighting {
  readonly isSafe: boolean
  readonly seen: string
}

/** An advice with the look at what a run comes by anyway. */
export interface Look<Subject> extends Advice {
  /** Empty where the subject shows nothing of it. */
  look(subject: Subject): readonly Sighting[]
}

/** What came of an advice: the safe value each time, another at least once, or nothing that shows it. */
export const ADVICE_STATUSES = ['safe', 'advised', 'not seen'] as const
/** One of {@link ADVICE_STATUSES}. */
export type AdviceStatus = (typeof ADVICE_STATUSES)[number]

/** What a run says of one advice. It is no verdict, and decides no exit status. */
export interface AdviceResult extends Advice {
  readonly id: string
  /** Whether it takes requests of its own, which only `--advice deep` sends. */
  readonly isDeep: boolean
  readonly status: AdviceStatus
  /** What was seen, each once: what is advised against first. Empty where nothing was. */
  readonly seen: readonly string[]
  /** Why nothing was seen though it was looked for. */
  readonly reason?: string
}

/** How the token endpoint refused what the tests of one requirement sent: the code of partners branches on it. */
export interface TokenRefusal {
  readonly requirement: string
  /** The `grant_type` that was asked for; `other` where it is none of the contract's. */
  readonly grant: string
  /** Each status with its `error`, such as `400 invalid_grant`; sorted. */
  readonly answers: readonly string[]
}

/** The section `advice` of a run. */
export interface AdviceReport {
  /** Whether requests were sent for it. */
  readonly isDeep: boolean
  readonly results: readonly AdviceResult[]
  readonly refusals: readonly TokenRefusal[]
}

/** It has the safe value. */
export function safe(seen: string): Sighting {
  return { isSafe: true, seen }
}

/** It has another value. */
export function weak(seen: string): Sighting {
  return { isSafe: false, seen }
}
