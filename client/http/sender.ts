/** A test as a sender of requests: which requirement they are of, and how often their answers were judged. */
export class Sender {
  readonly requirement: string
  /** It sends requests that the contract does not describe: rules about answers skip them. */
  readonly irregular: boolean
  /** Whether it judges what becomes of the state: a callback with another state is then the answer, and no mix-up. */
  readonly judgesState: boolean
  /** Judgements that were made on what it sent. */
  judged = 0
  /** What was odd about answers that are legal all the same, and how often it was. */
  readonly remarks = new Map<string, number>()
  /**
   * Its place where requests wait for their turn: the first rows of every table come before later rows. What holds
   * something that others wait for does not wait by it.
   */
  readonly rank: number
  /** Whether the requests that it sends now have to be sent at the same moment. */
  isSendingAtOnce = false
  /** Whether it holds donations, which others wait for. */
  holdsDonations = false

  /** @param requirement the id that every exchange is attributed to. */
  constructor(
    requirement: string,
    {
      irregular = false,
      judgesState = false,
      rank = 0,
    }: { readonly irregular?: boolean; readonly judgesState?: boolean; readonly rank?: number } = {},
  ) {
    this.requirement = requirement
    this.irregular = irregular
    this.judgesState = judgesState
    this.rank = rank
  }
}
