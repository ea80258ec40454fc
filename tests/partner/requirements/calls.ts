import type { Call } from '../../../partner/service/call.ts'

/** A token request of production, but for these differences. */
export const call = (differences: Partial<Call>): Call => ({
  id: 1,
  environment: 'production',
  host: 'auth',
  isByBrowser: false,
  account: undefined,
  method: 'POST',
  path: '/oauth2/token',
  query: '',
  headers: {},
  body: '',
  startedAt: 0,
  ...differences,
})
