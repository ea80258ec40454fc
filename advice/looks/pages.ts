import type { Exchange } from '../../client/http/exchange.ts'
import { type Look, type Sighting, safe, weak } from '../advice.ts'
import { activePages, headerOf, pageName, type Visit } from '../visit.ts'
import { contentPolicies, forbidsScripts, isRestrictive, metaOf, restrictsScripts } from './content-policy.ts'

const FORM_LOGIN = 'a login by form, whose pages the suite reads'

/** A look at each page on which the user does something. */
function atPages(judge: (page: Exchange) => Sighting): Look<Visit>['look'] {
  return (visit) => activePages(visit).map(judge)
}

/** Where `frame-ancestors` is given, browsers take no notice of X-Frame-Options (CSP Level 3, 6.4.2.2). */
function framing(page: Exchange): Sighting {
  const name = pageName(page)
  const ancestors = contentPolicies(headerOf(page, 'content-security-policy')).flatMap(
    (policy) => policy.get('frame-ancestors')?.join(' ') ?? [],
  )
  if (ancestors.length > 0) {
    const isSafe = ancestors.some((sources) => isRestrictive(sources.split(' ')))
    return { isSafe, seen: `frame-ancestors ${ancestors.join(', ')} on ${name}` }
  }
  const options = headerOf(page, 'x-frame-options')
  if (options.length === 0) return weak(`neither frame-ancestors nor X-Frame-Options on ${name}`)
  const isSafe = options.some((value) => /(^|,)\s*(deny|sameorigin)\s*(,|$)/i.test(value))
  return { isSafe, seen: `X-Frame-Options: ${options.join(', ')} on ${name}` }
}

function contentPolicy(page: Exchange): Sighting {
  const name = pageName(page)
  const { body = '' } = page.response ?? {}
  const values = headerOf(page, 'content-security-policy')
  const policies = contentPolicies(values)
  if (policies.some((policy) => restrictsScripts(policy) || forbidsScripts(policy)))
    return safe(`a policy that restricts scripts on ${name}`)
  const others = contentPolicies(metaOf(body, 'content-security-policy'))
  if (others.some(restrictsScripts)) return safe(`a policy that restricts scripts, in ${name} itself`)
  if (policies.length + others.length === 0) return weak(`no Content-Security-Policy on ${name}`)
  return weak(`a Content-Security-Policy that lets any script run on ${name}`)
}

/** Those under which no other site learns more than the origin (Referrer Policy, 3). */
const QUIET = [
  'no-referrer',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
]
const KNOWN = [...QUIET, 'no-referrer-when-downgrade', 'unsafe-url']

function referrer(page: Exchange): Sighting {
  const name = pageName(page)
  const values = [...headerOf(page, 'referrer-policy'), ...metaOf(page.response?.body ?? '', 'referrer')]
  // The last one that a browser knows counts (Referrer Policy, 8.1), and what the page says comes after the header.
  const policy = values
    .flatMap((value) => value.split(','))
    .map((one) => one.trim().toLowerCase())
    .findLast((one) => KNOWN.includes(one))
  if (policy === undefined) return weak(`no Referrer-Policy on ${name}`)
  return { isSafe: QUIET.includes(policy), seen: `Referrer-Policy: ${policy} on ${name}` }
}

/** Looks at the pages of a login. */
export const pageLooks = {
  framing: {
    title: 'Pages of the login in frames of other sites',
    clause: 'RFC 9700, 4.16; RFC 6749, 10.13',
    safe: "Content-Security-Policy with frame-ancestors 'none' or named sites, or X-Frame-Options DENY or SAMEORIGIN",
    todo: "Send `Content-Security-Policy: frame-ancestors 'none'`, and `X-Frame-Options: DENY` for old browsers, with every page of the login.",
    needs: FORM_LOGIN,
    look: atPages(framing),
  },
  'content-security-policy': {
    title: 'Where scripts of the login pages may come from',
    clause: 'RFC 9700, 4.16; CSP Level 3, 6.1',
    safe: 'a Content-Security-Policy with script-src or default-src, without wildcards and without unsafe-inline',
    todo: "Send `Content-Security-Policy: default-src 'self'` or narrower with every page of the login, and nonces or hashes for scripts in the page.",
    needs: FORM_LOGIN,
    look: atPages(contentPolicy),
  },
  'referrer-policy': {
    title: 'What other sites learn of the addresses of login pages',
    clause: 'RFC 9700, 4.2.4',
    safe: 'a Referrer-Policy that tells other sites at most the origin',
    todo: 'Send `Referrer-Policy: no-referrer` with every page of the login.',
    needs: FORM_LOGIN,
    look: atPages(referrer),
  },
} satisfies Readonly<Record<string, Look<Visit>>>
