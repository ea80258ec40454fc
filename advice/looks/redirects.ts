import { statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import { carriesPassword } from '../../client/login/password-forms.ts'
import { type Look, type Sighting, safe, weak } from '../advice.ts'
import { callbackOf, headerOf, lastRedirect, type Visit } from '../visit.ts'

/**
 * A form with the password wants a 303, whoever the redirect leads to; one without may be followed by any status that
 * does not send it on to another origin.
 */
function redirectBehind(form: Exchange, { password }: Visit): Sighting {
  const status = statusOf(form)
  const [location = ''] = headerOf(form, 'location')
  if (carriesPassword(form.request, password)) {
    const isSafe = status < 300 || status >= 400 || status === 303 || location === ''
    const answer = status >= 300 && status < 400 ? `a ${status}` : 'no redirect'
    return { isSafe, seen: `${answer} behind the form with the password` }
  }
  const { origin } = new URL(form.request.url)
  const isSentOn =
    [307, 308].includes(status) && parseUrl(location, new URL(form.request.url))?.origin !== origin
  if (isSentOn) return weak(`a ${status} that sends a form on to another origin`)
  return safe(
    location === '' ? 'no redirect behind a form' : `a ${status} behind a form without the password`,
  )
}

function issuerIn(callback: URL): Sighting {
  const issuers = callback.searchParams.getAll('iss')
  const kind = callback.searchParams.has('error') ? 'a refusal' : 'a code'
  const [issuer] = issuers
  if (issuers.length > 1) return weak(`iss more than once beside ${kind}`)
  return issuer ? safe(`iss beside ${kind}: ${issuer.slice(0, 200)}`) : weak(`no iss beside ${kind}`)
}

/** Looks at the redirects of a login, and at the last one, to the partner. */
export const redirectLooks = {
  'redirect-status': {
    title: 'The redirect behind a form with the user’s password',
    clause: 'RFC 9700, 4.12',
    safe: '303, by which browsers leave the form behind',
    todo: 'Redirect with 303 (See Other) after every form, and never with 307 or 308.',
    needs: 'a login by form that asks for the password',
    look: (visit) =>
      visit.flow.exchanges
        .filter(({ request, response }) => request.method === 'POST' && response)
        .map((form) => redirectBehind(form, visit)),
  },
  'callback-fragment': {
    title: 'A fragment that browsers carry on to the redirect URI',
    clause: 'RFC 9700, 4.1.3',
    safe: 'the redirect to the partner ends in a fragment of its own, such as #_',
    todo: 'Add an arbitrary fragment such as `#_` to the address in the Location header; a partner need not know of it.',
    needs: 'a login by form that ends in a redirect',
    look: (visit) => {
      const redirect = lastRedirect(visit)
      if (!redirect) return []
      const has = headerOf(redirect, 'location').some((location) => location.includes('#'))
      return [has ? safe('a fragment in the callback') : weak('no fragment in the callback')]
    },
  },
  'callback-issuer': {
    title: 'The issuer in the callback',
    clause: 'RFC 9207, 2; RFC 9700, 2.1 and 4.4.2.1',
    safe: 'iss names the authorization server, beside a code and beside an error',
    todo: 'Add the parameter `iss` to every callback, and `authorization_response_iss_parameter_supported` to the metadata.',
    needs: 'a login',
    look: (visit) => {
      const callback = callbackOf(visit)
      return callback ? [issuerIn(callback)] : []
    },
  },
} satisfies Readonly<Record<string, Look<Visit>>>
