import { closest } from 'fastest-levenshtein'
import { z } from 'zod'
import { donationFields } from './arrange.ts'

const anything = z.unknown()
const keysOf = (names: readonly string[], needed: readonly string[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, needed.includes(name) ? z.string() : anything.optional()])),
  )

const lists = { users: ['username', 'password', 'organizations'], donations: donationFields } as const

/** Names, and what would be taken without a word; of the rest TypeScript or its reader says what is wrong. */
const setupSchema = z.strictObject({
  faults: anything.optional(),
  variants: anything.optional(),
  clients: anything.optional(),
  webhookDestinations: anything.optional(),
  host: z.string().min(1).optional(),
  port: z.int().min(0).max(65_531).optional(),
  latencyMs: z.number().nonnegative().optional(),
  codeLifetimeSeconds: z.number().positive().optional(),
  clock: z.date({ error: ({ input }) => (input instanceof Date ? 'is no time' : undefined) }).optional(),
  users: z.array(keysOf(lists.users, ['username', 'password'])).optional(),
  donations: z.array(keysOf(lists.donations, ['organization'])).optional(),
})

const answerSchema = z.strictObject({
  // Of an informational answer the client would wait for the one behind it.
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).optional(),
  body: anything.optional(),
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  afterMs: z.number().nonnegative().optional(),
})

/**
 * Looks at an answer before a service waits to give it.
 * @throws Error in one line: what is wrong, and for a name that there is not the nearest
 */
export function checkAnswer(answer: unknown): void {
  const issues = answerSchema.safeParse(answer).error?.issues ?? []
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return
  if (issue.code !== 'unrecognized_keys') {
    const where = issue.path.join('.')
    throw new Error(`answerNext: ${where === '' ? '' : `${where}: `}${issue.message}`)
  }
  const [key = ''] = issue.keys
  const nearest = closest(key, Object.keys(answerSchema.shape))
  throw new Error(`answerNext has no ${JSON.stringify(key)}: the nearest is ${nearest}`)
}

/**
 * Looks at a setup before a service starts by it: what is misspelt would be as if it had never been said.
 * @throws Error in one line: what is wrong, and for a name that there is not the nearest
 */
export function checkSetup(setup: unknown): void {
  const { error } = setupSchema.safeParse(setup)
  const issues = error?.issues ?? []
  // A name that is misspelt is missing as well.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return
  const where = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys')
    throw new Error(`startMock: ${where === '' ? '' : `${where}: `}${issue.message}`)
  const [key = ''] = issue.keys
  const [list] = issue.path
  const names = list === 'users' || list === 'donations' ? lists[list] : Object.keys(setupSchema.shape)
  const of = where === '' ? '' : `${where} of `
  throw new Error(`${of}startMock has no ${JSON.stringify(key)}: the nearest is ${closest(key, [...names])}`)
}
