import { Parser } from 'htmlparser2'

/** The directives of Content-Security-Policy headers, one map for each policy (CSP Level 3, 2.2). */
type ContentPolicy = ReadonlyMap<string, readonly string[]>

/** Reads the policies of all values of the header; each may hold several, separated by commas. */
export function contentPolicies(values: readonly string[]): readonly ContentPolicy[] {
  const texts = values.flatMap((value) => value.split(',')).filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const policy = new Map<string, readonly string[]>()
    for (const directive of text.split(';')) {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      // Of a directive that is given twice the first counts.
      if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
    }
    return policy
  })
}

/** Sources that let everybody in. */
const ANYBODY = /^(\*|https?:(\/\/\*)?|wss?:|data:|blob:)$/i

/** Whether a list of sources leaves out at least somebody whom nobody named. */
export function isRestrictive(sources: readonly string[]): boolean {
  return !sources.some((source) => ANYBODY.test(source))
}

/** Whether scripts run only from where the policy says: from no stranger, and none written into the page. */
export function restrictsScripts(policy: ContentPolicy): boolean {
  const sources = policy.get('script-src') ?? policy.get('default-src')
  // Elements and attributes may each have sources of their own (CSP Level 3, 6.1.11 and 6.1.12).
  return ['script-src-elem', 'script-src-attr'].every((name) => isStrict(policy.get(name) ?? sources))
}

/** Whether no script runs at all, as in a sandbox that does not allow it; in a page itself that has no effect. */
export function forbidsScripts(policy: ContentPolicy): boolean {
  const allowed = policy.get('sandbox')
  return allowed !== undefined && !allowed.some((one) => one.toLowerCase() === 'allow-scripts')
}

function isStrict(sources: readonly string[] | undefined): boolean {
  if (!sources) return false
  const has = (pattern: RegExp) => sources.some((source) => pattern.test(source))
  const isDynamic = has(/^'strict-dynamic'$/i)
  // Beside nonces, hashes and 'strict-dynamic' browsers take no notice of 'unsafe-inline' (CSP Level 3, 6.7.3.2).
  const allowsInline = has(/^'unsafe-inline'$/i) && !isDynamic && !has(/^'(nonce-|sha(256|384|512)-)/i)
  return !allowsInline && (isDynamic || isRestrictive(sources))
}

/**
 * What a page says of itself in meta elements of this `http-equiv` or `name`.
 * @param name in lower case.
 */
export function metaOf(html: string, name: string): readonly string[] {
  const found: string[] = []
  // Few pages have any, and a run meets thousands.
  if (!html.toLowerCase().includes(name)) return found
  const parser = new Parser({
    onopentag(element, { 'http-equiv': equivalent, name: called = equivalent, content }) {
      if (element === 'meta' && called?.toLowerCase() === name && content !== undefined) found.push(content)
    },
  })
  parser.end(html)
  return found
}
