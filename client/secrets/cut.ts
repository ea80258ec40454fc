/** What the suite puts where it cut a text: what stands before may be the beginning of a secret. */
export const CUT_MARK = '…'

/** A text in so many characters at most, with the mark as the last of them where there were more. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - CUT_MARK.length)}${CUT_MARK}` : text
}
