/** A test as the one that sends requests: whose they are, and how often what came of them was judged. */
export class Sender {
  readonly requirement: string
  /** What it sends is no call as the contract knows them: what the contract says of answers does not apply. */
  readonly irregular: boolean
  /** Whether it judges what becomes of the state: another one than was sent is an answer then, and no mix-up. */
  readonly judgesState: boolean
  /** Judgements that were made on what it sent. */
  judged = 0
  /** What was odd about answers that are legal all the same, and how often it was. */
  readonly remarks = new Map<string, number>()
  /** How early it has its turn, where the service is asked no faster than it bears: the first rows of a table before others. */
  readonly rank: number
  /** Whether what it sends just now has to be sent at the same moment. */
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
