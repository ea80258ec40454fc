import type { Advice } from './advice.ts'
import { deepProbes } from './deep/index.ts'
import { connectionLooks } from './looks/connections.ts'
import { cookieLooks } from './looks/cookies.ts'
import { credentialLooks } from './looks/credentials.ts'
import { hostLooks } from './looks/hosts.ts'
import { pageLooks } from './looks/pages.ts'
import { redirectLooks } from './looks/redirects.ts'
import { tokenAnswerLooks } from './looks/token-answers.ts'

/** What each visit of a user shows. */
export const visitLooks = { ...pageLooks, ...cookieLooks, ...redirectLooks }

/** Every advice that a run comes by without a request more, in the order of reports. */
const looks = { ...visitLooks, ...hostLooks, ...tokenAnswerLooks, ...credentialLooks, ...connectionLooks }

/** The id of an advice. */
export type AdviceId = keyof typeof looks | keyof typeof deepProbes

/** Every advice with its id, in the order of reports. */
export const adviceCatalogue: readonly (Advice & { readonly id: string; readonly isDeep: boolean })[] = [
  ...Object.entries<Advice>(looks).map(([id, advice]) => ({ ...entryOf(id, advice), isDeep: false })),
  ...Object.entries<Advice>(deepProbes).map(([id, advice]) => ({ ...entryOf(id, advice), isDeep: true })),
]

function entryOf(id: string, { title, clause, safe, todo, needs }: Advice): Advice & { readonly id: string } {
  return { id, title, clause, safe, todo, needs }
}
