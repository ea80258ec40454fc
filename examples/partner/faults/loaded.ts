import type { Context } from 'hono'
import type { Served } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { clientSecret, onHomePage } from './leaks.ts'

/** Answers for addresses that are the home page with a query, which browsers load for that page. */
function served(answers: Readonly<Record<string, (c: Context<Served>) => Response>>): PolicyChange {
  return replace('pages', ({ home }) => ({
    home(c) {
      const [answer] = Object.entries(answers).flatMap(([name, one]) =>
        c.req.query(name) === undefined ? [] : [one],
      )
      return answer ? answer(c) : home(c)
    },
  }))
}

const style = (text: () => string) => (c: Context<Served>) =>
  c.body(text(), 200, { 'content-type': 'text/css' })

const linkedByHeader: PolicyChange = replace('pages', ({ home }) => ({
  async home(c) {
    const answer = await home(c)
    if (c.var.customer.connection) answer.headers.append('link', '</?session>; rel=preload; as=fetch')
    return answer
  },
}))

/** What no page names in an attribute of its own, and browsers load all the same. */
export const loadedFaults: readonly Fault[] = [
  {
    id: 'partner-13-imported-by-url',
    requirement: 'PARTNER-13',
    description:
      'A style sheet imports another by url() and its bare name, and that holds the client secret.',
    apply: combine(
      onHomePage(() => '<link rel="stylesheet" href="/?a.css">'),
      served({
        'a.css': style(() => '@import url("?b.css");'),
        'b.css': style(() => `/* ${clientSecret()} */`),
      }),
    ),
  },
  {
    id: 'partner-13-page-in-frame',
    requirement: 'PARTNER-13',
    description: 'A page written out in a frame loads a script that holds the client secret.',
    apply: combine(
      onHomePage(() => '<iframe srcdoc="&lt;script src=/?cfg.js&gt;&lt;/script&gt;"></iframe>'),
      served({
        'cfg.js': (c) =>
          c.body(`window.key = '${clientSecret()}'`, 200, { 'content-type': 'text/javascript' }),
      }),
    ),
  },
  {
    id: 'partner-13-preloaded-by-header',
    requirement: 'PARTNER-13',
    description: 'A header of the page has browsers load the session, with the access token in it.',
    apply: combine(
      linkedByHeader,
      served({ session: (c) => c.json({ token: c.var.customer.connection?.tokens.accessToken }) }),
    ),
  },
]
