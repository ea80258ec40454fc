import fc from 'fast-check'

/** A part as it was drawn, with what it takes to make it smaller. */
interface Drawn<Part> {
  readonly arbitrary: fc.Arbitrary<Part>
  readonly drawn: fc.Value<Part>
}

/**
 * Lists of drawn parts that shrink as delta debugging does: halves are left out, then quarters, … then single parts;
 * only then does a part that has to stay get smaller itself. fast-check's own lists make parts smaller first that do not
 * matter at all.
 *
 * @param choice which parts a list has.
 */
export function reducible<Part>(
  choice: fc.Arbitrary<readonly fc.Arbitrary<Part>[]>,
): fc.Arbitrary<readonly Part[]> {
  return new Reducible(choice)
}

/** The list itself, to be made smaller by leaving out items, and by what makes an item smaller. */
export function reducibleList<Item>(
  items: readonly Item[],
  arbitraryOf: (item: Item) => fc.Arbitrary<Item> = fc.constant<Item>,
): fc.Arbitrary<readonly Item[]> {
  return reducible(fc.constant(items.map(arbitraryOf)))
}

/** The object itself, to be made smaller by leaving out fields. */
export function reducibleObject(
  fields: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return reducibleList(Object.entries(fields)).map((entries) => Object.fromEntries(entries))
}

class Reducible<Part> extends fc.Arbitrary<readonly Part[]> {
  readonly #choice: fc.Arbitrary<readonly fc.Arbitrary<Part>[]>
  /** By the list that was handed out: fast-check hands the same one back. */
  readonly #drawn = new WeakMap<readonly Part[], readonly Drawn<Part>[]>()

  constructor(choice: fc.Arbitrary<readonly fc.Arbitrary<Part>[]>) {
    super()
    this.#choice = choice
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<readonly Part[]> {
    const chosen = this.#choice.generate(random, bias).value
    return this.#handOut(chosen.map((arbitrary) => ({ arbitrary, drawn: arbitrary.generate(random, bias) })))
  }

  /** Only what was drawn here: of any other list it is not known how its parts get smaller. */
  canShrinkWithoutContext(value: unknown): value is readonly Part[] {
    return Array.isArray(value) && this.#drawn.has(value)
  }

  shrink(value: readonly Part[]): fc.Stream<fc.Value<readonly Part[]>> {
    return fc.stream(this.#smaller(this.#drawn.get(value) ?? []))
  }

  *#smaller(parts: readonly Drawn<Part>[]): Generator<fc.Value<readonly Part[]>> {
    for (let size = Math.ceil(parts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let start = 0; start < parts.length; start += size)
        yield this.#handOut(parts.toSpliced(start, size))
    for (const [index, { arbitrary, drawn }] of parts.entries())
      for (const smaller of arbitrary.shrink(drawn.value, drawn.context))
        yield this.#handOut(parts.with(index, { arbitrary, drawn: smaller }))
  }

  #handOut(parts: readonly Drawn<Part>[]): fc.Value<readonly Part[]> {
    const list = parts.map(({ drawn }) => drawn.value)
    this.#drawn.set(list, parts)
    return new fc.Value(list, parts)
  }
}
