import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** The first part of a JSON Web Token (RFC 7515, 4.1); its further members are kept. */
const headerSchema = z.looseObject({ alg: z.string() })

/** What a JSON Web Token says. */
interface WebToken {
  readonly header: z.infer<typeof headerSchema>
  /** As it stands in the token. */
  readonly payload: string
}

/**
 * JSON Web Tokens that nobody has signed, or somebody else (RFC 8725, 2.1 and 3.1). They claim what the value does where
 * it is such a token itself, and else to be the value.
 */
export const FORGERIES: Readonly<Record<string, (value: string) => string>> = {
  'signed with algorithm none': (value) => unsigned(value, 'none'),
  'signed with algorithm None': (value) => unsigned(value, 'None'),
  'signed with algorithm NONE': (value) => unsigned(value, 'NONE'),
  'signed with algorithm nOnE': (value) => unsigned(value, 'nOnE'),
  'without its signature': (value) => {
    const { header, payload } = webTokenOf(value)
    return `${encoded(header)}.${payload}.`
  },
  "another key's signature": (value) => {
    const { header, payload } = webTokenOf(value)
    const text = `${encoded({ ...header, alg: 'HS256' })}.${payload}`
    return `${text}.${createHmac('sha256', 'the key of somebody else').update(text).digest('base64url')}`
  },
}

function unsigned(value: string, alg: string): string {
  const { header, payload } = webTokenOf(value)
  return `${encoded({ ...header, alg })}.${payload}.`
}

function webTokenOf(value: string): WebToken {
  const [first = '', payload = '', ...more] = value.split('.')
  const header = headerSchema.safeParse(decoded(first))
  if (header.success && payload && more.length === 1) return { header: header.data, payload }
  return { header: { alg: 'HS256', typ: 'JWT' }, payload: encoded({ jti: value }) }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
