/** Turns the URL of a complete request into an odd one. */
type Odd = (url: string) => { readonly url: string; readonly headers?: Readonly<Record<string, string>> }

/** @param written percent-encoded, or as no client would encode it. */
const having =
  (name: string, written: string): Odd =>
  (url) => ({ url: url.replace(new RegExp(`(?<=[?&]${name}=)[^&]*`), () => written) })

/** Authorization requests with one odd value; all others are right, so that nothing else is refused first. */
export const ODD_AUTHORIZATIONS: Readonly<Record<string, Odd>> = {
  'no query': (url) => ({ url: url.replace(/\?.*/s, '') }),
  'a NUL in the scope': having('scope', '%00'),
  'a line break in the scope': having('scope', 'a%0d%0ab'),
  'a long scope': having('scope', 'x'.repeat(3_000)),
  'bytes beyond UTF-8 in the state': having('state', '%ff%fe'),
  'a surrogate and a NUL in the state': having('state', '%ed%a0%80%00'),
  'a NUL in the client id': having('client_id', '%00'),
  'a long client id': having('client_id', 'x'.repeat(1_000)),
  'a word for a redirect URI': having('redirect_uri', 'word'),
  'a redirect URI with half a host': having('redirect_uri', 'https%3A%2F%2F%5B'),
  'a redirect URI with a port beyond all': having('redirect_uri', 'https%3A%2F%2Fa.example%3A99999%2F'),
  'a surrogate for a response type': having('response_type', '%ed%a0%80'),
  'lists in brackets': (url) => ({ url: url.replace(/(?<=[?&]\w+)=/g, '%5B%5D=') }),
  'malformed cookies': (url) => ({ url, headers: { cookie: '=;;a;="b; session=%zz; sid=;' } }),
}
