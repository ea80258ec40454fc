import type { Arrival } from './browser.ts'

/** Where the user ended up, in a few words. */
export function described(arrival: Arrival): string {
  const { request, response } = arrival.exchange
  switch (arrival.kind) {
    case 'answer':
      return `${request.method} ${new URL(request.url).pathname} is answered with ${response?.status}`
    case 'authorization':
      return 'the user is sent to authorize'
    case 'elsewhere':
      return `the user is sent to ${arrival.address}`
    case 'stuck':
      return arrival.why
  }
}
