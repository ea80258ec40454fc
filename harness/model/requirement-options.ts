/** What sets a requirement's tests apart from others. It stands with the requirement, so that nothing else names ids. */
export interface RequirementOptions {
  /** Its tests make the service revoke tokens, nobody can tell beforehand which: they log in in sessions of their own. */
  readonly isolated?: true
  /** Its tests need a user who has approved nothing yet, since a service may remember that: they run before all others. */
  readonly beforeApproval?: true
  /** Its tests send requests that the contract does not describe: rules about answers skip them. */
  readonly irregular?: true
  /** Its tests judge what becomes of the state: a person who pastes an address with another one is not asked again. */
  readonly judgesState?: true
  /** Its tests only send: the rule of the same id judges what comes back. */
  readonly judgedByRule?: true
}
