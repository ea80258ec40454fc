import type { Table } from '../../harness/authoring/index.ts'

/** Whole numbers as people order things, up to beside the boundaries of one and two bytes. */
const ORDINARY = [1, 2, 9, 10, 11, 99, 100, 101, 127, 128, 129, 255, 256, 257, 999, 1000]

/** Beside greater boundaries: a service may have a limit of its own, but what it takes it keeps. */
export const GREAT_QUANTITIES: readonly number[] = [
  ...[32_767, 65_535, 65_536, 1_000_000],
  ...[2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER],
]

/** A quantity as JSON text. */
interface Quantity {
  readonly text: string
  /** Whether it may be refused for its size. */
  readonly isOpen: boolean
}

/** The whole numbers that people order, by their digits. */
export const PLAIN_QUANTITIES: Table<number> = Object.fromEntries(
  ORDINARY.map((number) => [`${number}`, number]),
)

/** Quantities beside great boundaries, and one number in each form that JSON has (RFC 8259, section 6). */
export const QUANTITIES: Table<Quantity> = Object.fromEntries([
  ...GREAT_QUANTITIES.map((number) => [`${number}`, { text: `${number}`, isOpen: true }]),
  ...['3.0', '3.00', '3e0', '3E0', '3e+0', '30e-1', '0.3e1', '12e1'].map((text) => [
    `as ${text}`,
    { text, isOpen: false },
  ]),
])
