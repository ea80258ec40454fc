/** Arguments that a label may stand before. */
export type MaybeLabelled<Args extends readonly unknown[]> = Args | readonly [label: string, ...Args]

/** Whether a label stands before the arguments, the first of which is no string. */
export function isLabelled<Args extends readonly unknown[]>(
  args: MaybeLabelled<Args>,
): args is readonly [label: string, ...Args] {
  return typeof args[0] === 'string'
}
