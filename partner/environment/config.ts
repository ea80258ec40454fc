/** A request of the application that the examiner may make: its method, and its path with a query if it has one. */
export interface Endpoint {
  readonly method: string
  /** Begins with a slash. */
  readonly path: string
}

/** What is known of the application under examination. */
export interface PartnerConfig {
  /** Shell command that starts it; absent where it runs already. */
  readonly start?: string
  /** Where it listens: an origin, in which `{port}` stands for a port that the examiner chooses. */
  readonly appUrl: string
  /** An https URL. */
  readonly redirectUri: string
  readonly connect: Endpoint
  /** Absent where the application has no such request: what only that shows stays undecided. */
  readonly update?: Endpoint
  /** Absent where a form or a link of a page is to be found. */
  readonly choose?: Endpoint
  readonly connection?: Endpoint
  /** What the examiner otherwise chooses. */
  readonly authPort?: number
  readonly apiPort?: number
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scope?: string
  /** The file that all this was read from, as it was named. */
  readonly envFile?: string
}
