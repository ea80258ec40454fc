import type { Requirement } from '../requirement.ts'

/** The ERROR requirements: status, type and content of the answers to invalid requests. */
export const error = [
  {
    id: 'ERROR-1',
    level: 'MUST',
    title:
      'Update answers that have a body are typed application/json, apart from 401, 403 and those given by servers in front of it (no route, 405, 408, 413, 414, 415, 429, 431, 5xx)',
    source: 'Update a donation, responses; RFC 8259 §11',
    needs: ['login', 'donation'],
  },
  {
    id: 'ERROR-2',
    level: 'SHOULD',
    title:
      'Bad input is answered as a mistake of the client: never by a 5xx, by silence or by a cut connection',
    source: 'Errors; RFC 9110 §15.5',
    needs: [],
  },
  {
    id: 'ERROR-3',
    level: 'SHOULD',
    title:
      'An error body reveals nothing internal or secret: stack traces, SQL, file paths, tokens, client secrets',
    source: 'Errors; RFC 6749 §10.3',
    needs: [],
  },
  {
    id: 'ERROR-4',
    level: 'MAY',
    title:
      'Which status and body the update operation gives for each kind of rejection that the contract leaves undescribed',
    source: 'Errors; Update a donation, responses',
    needs: ['login', 'donation'],
  },
] as const satisfies readonly Requirement[]

/** The VERSION requirement: the path prefix /v1. */
export const version = [
  {
    id: 'VERSION-1',
    level: 'MUST',
    title: 'API paths begin with /v1, and the service answers there',
    source: 'Versioning; Endpoints',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]

/** The LIMIT requirement: lifetimes and rate limits, which the contract leaves open. */
export const limit = [
  {
    id: 'LIMIT-1',
    level: 'MAY',
    title:
      'How long access tokens and codes live, and how the service slows down a client that calls too often (429, Retry-After)',
    source: 'Limits; RFC 6749 §4.1.2, §5.1; RFC 6585 §4',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]
