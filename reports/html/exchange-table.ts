/**
 * One exchange of the run, as short as it can be written. The bodies are cut, and absent where the line has to do.
 * `offsetMs` counts from the start of the run; `url` is an index into the table's URLs; `answer` is the status, or
 * why there is none; `requirement` is empty where the suite sent it for itself.
 */
export type ExchangeLine = readonly [
  id: number,
  requirement: string,
  offsetMs: number,
  durationMs: number,
  method: string,
  url: number,
  answer: string,
  requestBody?: string,
  responseBody?: string,
]

/** All exchanges that come with the page: written into it by the report, read there by its script. */
export interface ExchangeTable {
  readonly urls: readonly string[]
  readonly lines: readonly ExchangeLine[]
  /** How many exchanges of the run are not among the lines. */
  readonly left: number
}
