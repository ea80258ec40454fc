import type { TargetConfig } from '../../client/environment/config.ts'
import { mediaType } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RuleKnowledge } from './rule.ts'

/** In a page such a text may be the address of another page. */
const FILE_PATH = 'a file path'

/**
 * What gives the inside of a service away, and looks like nothing a person would write in an error message. No pattern
 * begins with an unbounded repetition: in a long text that a service sends back, each place would be read to the end.
 */
const TRACES: readonly (readonly [string, RegExp])[] = [
  [
    'a JavaScript stack trace',
    /\bat [^\n"\\]{0,200}\((?:file:\/\/|node:|\/|[A-Z]:\\)[^\n"]{0,200}:\d+:\d+\)/,
  ],
  ['a JavaScript stack trace', /\bat (?:file:\/\/|node:)?\/[^\s"\\]{1,200}:\d+:\d+/],
  ['a JavaScript stack trace', /\n\s{1,8}at [\w$.<> [\]]{1,100}\(<anonymous>\)/],
  ['a Python stack trace', /Traceback \(most recent call last\)|File "[^"\n]{1,200}", line \d+/],
  [
    'a Java stack trace',
    /\bat [\w$.]+\.[\w$<>]+\((?:[\w$]+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/,
  ],
  ['a .NET stack trace', /\bat [\w.<>`]+\([^)\n]{0,200}\) in [^\n"]{1,200}:line \d+/],
  ['a Ruby stack trace', /[\w-]\.rb:\d+:in [`']/],
  ['a PHP stack trace', /Stack trace:\n#\d|\bin [^\s"]{1,200}\.php(?: on line |:)\d+/],
  ['a Go stack trace', /goroutine \d+ \[running\]/],
  // In lower case only with a condition, since people too select something from a list where they find it.
  [
    'an SQL statement',
    /\bselect\b[^.]{1,300}\bfrom\b[^.]{1,200}\bwhere\s+["`\w.]+\s*(?:[=<>]|!=|in\s*\(|like\s+['$?:]|is\s+(?:not\s+)?null\b)/i,
  ],
  [
    'an SQL statement',
    /\bSELECT\s[^\n]{1,300}?\sFROM\s+\\?["`\w]|\bINSERT INTO\s+["`\w]|\bUPDATE\s+["`\w.]+\s+SET\s|\bDELETE FROM\s+["`\w]/,
  ],
  ['an SQL statement', /\b(?:insert into|delete from|update) ["`]\w+["`]/i],
  [
    'a database error',
    /SQLSTATE|\bORA-\d{5}\b|syntax error at or near ["'\\]|violates (?:unique|check|not-null|exclusion|foreign key) constraint|near "[^"]{0,60}": syntax error/,
  ],
  // As MySQL, SQLite and PostgreSQL word it, and what calls them for a program.
  [
    'a database error',
    /error in your SQL syntax|\bSQLITE_[A-Z]{3,}|(?:FOREIGN KEY|UNIQUE|CHECK|NOT NULL) constraint failed|invalid input syntax for type \w|Data too long for column|Invalid `prisma\./,
  ],
  [FILE_PATH, /(?:^|[\s"'(=:[])(?:file:\/\/)?\/(?:usr|var|etc|proc)\/[\w.@-]+/],
  // Alone in a member such a path is the address of a resource, as SCIM has them, unless it names a file.
  [FILE_PATH, /(?:^|[\s'(=:[]|(?<!:\s?)")(?:file:\/\/)?\/(?:opt|srv|root|home|Users)\/[\w.@-]+/],
  [FILE_PATH, /:\s?"(?:file:\/\/)?\/(?:opt|srv|root|home|Users)\/[\w.@/-]{1,200}(?:\.\w{1,5}(?=[":\s])|\s)/],
  [FILE_PATH, /(?:\/[\w.@-]{1,100}){2,40}\.(?:[cm]?[jt]sx?|py|rb|php|java|kt|go|cs|rs|exs?):\d+/],
  [FILE_PATH, /\b[A-Za-z]:\\{1,2}(?:[\w .-]+\\{1,2})+[\w.-]+/],
]

/** What an error body shows that nobody outside the service should see; undefined where it shows nothing. */
export function leakIn(exchange: Exchange, { target, issued, secrets }: RuleKnowledge): string | undefined {
  const body = exchange.response?.body ?? ''
  const isPage = mediaType(exchange) === 'text/html'
  for (const text of new Set([body, unescaped(body)])) {
    const trace = TRACES.find(([what, pattern]) => !(isPage && what === FILE_PATH) && pattern.test(text))
    if (trace) return `${trace[0]} in the body: ${excerpt(text, trace[1], secrets)}`
  }
  const secret = secretsAtHand(exchange, target).find((value) => issued.has(value) && body.includes(value))
  if (secret) return 'a token or secret of the request, repeated in the error body'
  const others = body.match(TOKENS) ?? []
  return others.some((word) => issued.has(word) && !isSent(word, exchange))
    ? 'a token or secret of another request in the error body'
    : undefined
}

/** Words that may be tokens (RFC 6750, 2.1), which no grammar of the text around them has a part in. */
const TOKENS = /[\w.~+/-]{16,}={0,2}/g

/** Whether the request holds this text anywhere: tests put one secret where another belongs, and it may be quoted. */
function isSent(text: string, { request: { url, headers, body = '' } }: Exchange): boolean {
  const sent = [url, body, ...Object.values(headers)]
  return sent.some((one) => one.includes(text) || one.includes(encodeURIComponent(text)))
}

/** The credentials that the service saw with this request, and could repeat. */
function secretsAtHand(exchange: Exchange, target: TargetConfig): string[] {
  const form = new URLSearchParams(exchange.request.body)
  const bearer = exchange.request.headers.authorization?.replace(/^\S+\s+/, '')
  return [bearer, form.get('refresh_token'), target.client.secret, target.otherClient?.secret].filter(
    (value): value is string => typeof value === 'string' && value.length > 0,
  )
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The text as it was before a service put it into a JSON string. */
function unescaped(body: string): string {
  return body.replace(/\\(["\\/nrt])/g, (_escape, character: string) => ESCAPES[character] ?? character)
}

const AROUND = 60

/** What stands around the match. Redacted before it is cut: nobody knows half a secret as one. */
function excerpt(body: string, pattern: RegExp, secrets: SecretRegistry): string {
  const shown = secrets.redact(body)
  const at = pattern.exec(shown)?.index ?? 0
  return shown.slice(Math.max(0, at - AROUND), at + 2 * AROUND)
}
