import { z } from 'zod'
import { approveButton, declineButton, form, page, passwordField, usernameField } from '../../oauth/pages.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import { randomToken } from '../../random.ts'
import type { Fault } from '../fault.ts'

const KNOWN = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state']

/** Refuses requests with parameters that the service does not know. */
export function refusingUnknown(
  refuses: (names: readonly string[], values: ReadonlyMap<string, string>) => boolean,
) {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem(parameters) {
      const unknown = [...parameters.values.keys()].filter((name) => !KNOWN.includes(name))
      const problem = { error: 'invalid_request', description: 'A parameter is unknown.' }
      return requestProblem(parameters) ?? (refuses(unknown, parameters.values) ? problem : undefined)
    },
  }))
}

/** Has the callback repeat the parameters that the service does not know: it keeps them with the state. */
const passingOn = replace('authorization', ({ keepState, callbackParameters }) => ({
  keepState(parameters) {
    const unknown = [...parameters.values].filter(([name]) => !KNOWN.includes(name))
    return JSON.stringify([unknown, keepState(parameters)])
  },
  callbackParameters(outcome, kept = '[[]]') {
    const [unknown, state] = keptSchema.parse(JSON.parse(kept))
    return [...callbackParameters(outcome, state ?? undefined), ...('code' in outcome ? unknown : [])]
  },
}))

const keptSchema = z.tuple([z.array(z.tuple([z.string(), z.string()])), z.string().nullish()])

/** Asks for the password and the decision on one page, so that its form is answered by the callback. */
const onePage = replace('pages', ({ nextPage }) => ({
  nextPage: (view) =>
    view.interaction.session.user === undefined
      ? page(
          'Log in and approve',
          form(view, `${usernameField}${passwordField}${approveButton}${declineButton}`),
        )
      : nextPage(view),
}))

/** Asks nobody for approval: the form of the login is answered by the callback. */
const noApproval = replace('pages', ({ nextPage }) => ({
  nextPage: (view) => (view.interaction.session.user === undefined ? nextPage(view) : undefined),
}))

const sendingOn = (status: number) =>
  replace('authorization', ({ redirectStatus }) => ({
    redirectStatus: (afterPassword: boolean) => (afterPassword ? status : redirectStatus(afterPassword)),
  }))

/** Puts an address of the service between a form and the redirect URI, which keeps the form. */
function byWayOf(path: string): PolicyChange {
  return replace('transport', ({ around }) => {
    const waiting = new Map<string, string>()
    return {
      async around(request, next, host) {
        const destination = waiting.get(new URL(request.url).pathname)
        if (destination !== undefined)
          return new Response(null, { status: 307, headers: { location: destination } })
        const response = await around(request, next, host)
        const location = response.headers.get('location')
        if (response.status !== 307 || location === null) return response
        const ticket = `${path}${randomToken()}`
        waiting.set(ticket, location)
        return new Response(null, { status: 307, headers: { location: ticket } })
      },
    }
  })
}

/** The faults that break AUTHZ-12 and AUTHZ-13, from crude to subtle. */
export const authzBesideFaults: readonly Fault[] = [
  {
    id: 'authz-12-unknown-refused',
    requirement: 'AUTHZ-12',
    description: 'Every parameter that the service does not know makes it refuse the request.',
    apply: refusingUnknown((names) => names.length > 0),
  },
  {
    id: 'authz-12-many-unknown-refused',
    requirement: 'AUTHZ-12',
    description: 'More than ten unknown parameters are taken for an attack.',
    apply: refusingUnknown((names) => names.length > 10),
  },
  {
    id: 'authz-12-brackets-refused',
    requirement: 'AUTHZ-12',
    description: 'Brackets in the name of an unknown parameter make the service refuse the request.',
    apply: refusingUnknown((names) => names.some((name) => name.includes('['))),
  },
  {
    id: 'authz-12-underscore-refused',
    requirement: 'AUTHZ-12',
    description: 'A name that begins with an underscore is kept for the service itself, and refused.',
    apply: refusingUnknown((names) => names.some((name) => name.startsWith('_'))),
  },
  {
    id: 'authz-12-long-value-refused',
    requirement: 'AUTHZ-12',
    description: 'An unknown parameter of more than 512 characters makes the service refuse the request.',
    apply: refusingUnknown((names, values) => names.some((name) => (values.get(name)?.length ?? 0) > 512)),
  },
  {
    id: 'authz-12-second-client-refused',
    requirement: 'AUTHZ-12',
    description: 'Of the second client only the parameters of the contract are taken.',
    apply: refusingUnknown(
      (names, values) => names.length > 0 && (values.get('client_id')?.endsWith('2') ?? false),
    ),
  },
  {
    id: 'authz-12-challenge-refused',
    requirement: 'AUTHZ-12',
    description: 'A service that does not know PKCE refuses the challenge that libraries send unasked.',
    apply: refusingUnknown((names) => names.includes('code_challenge')),
  },
  {
    id: 'authz-12-names-in-any-case',
    requirement: 'AUTHZ-12',
    description:
      'Names are read whatever the case of their letters, so that others of that name count as repeated.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters: (pairs) =>
        collectParameters(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    })),
  },
  {
    id: 'authz-12-name-of-a-prototype',
    requirement: 'AUTHZ-12',
    description: 'What every object of the language has by nature is taken for a parameter of the service.',
    apply: refusingUnknown((names) => names.some((name) => name in {})),
  },
  {
    id: 'authz-12-passed-on-to-the-callback',
    requirement: 'AUTHZ-12',
    description:
      'What the service does not know is kept for the client: it stands in the callback behind the code.',
    apply: passingOn,
  },
  {
    id: 'authz-12-state-lost-beside-tracking',
    requirement: 'AUTHZ-12',
    description: 'Beside what marketing adds to links the state does not come back.',
    apply: replace('authorization', ({ keepState }) => ({
      keepState: (parameters) => (parameters.values.has('utm_source') ? undefined : keepState(parameters)),
    })),
  },
  {
    id: 'authz-13-login-and-approval-sent-on',
    requirement: 'AUTHZ-13',
    description: 'Login and approval are one form, and the callback behind it is a 307.',
    apply: combine(onePage, sendingOn(307)),
  },
  {
    id: 'authz-13-login-sent-on-permanently',
    requirement: 'AUTHZ-13',
    description: 'Nobody is asked to approve, and the callback behind the login form is a 308.',
    apply: combine(noApproval, sendingOn(308)),
  },
  {
    id: 'authz-13-only-when-declined',
    requirement: 'AUTHZ-13',
    description: 'Login and approval are one form, and only an error behind it comes by a 307.',
    apply: combine(
      onePage,
      replace('authorization', ({ callbackUrl, redirectStatus }) => {
        let isError = false
        return {
          callbackUrl(redirectUri, parameters, outcome) {
            isError = 'error' in outcome
            return callbackUrl(redirectUri, parameters, outcome)
          },
          redirectStatus: (afterPassword: boolean) =>
            afterPassword && isError ? 307 : redirectStatus(afterPassword),
        }
      }),
    ),
  },
  {
    id: 'authz-13-second-client',
    requirement: 'AUTHZ-13',
    description: 'Login and approval are one form, and the second client is answered by a 307.',
    apply: combine(
      onePage,
      replace('authorization', ({ callbackUrl, redirectStatus }) => {
        let isSecond = false
        return {
          callbackUrl(redirectUri, parameters, outcome) {
            isSecond = redirectUri.includes('partner-2')
            return callbackUrl(redirectUri, parameters, outcome)
          },
          redirectStatus: (afterPassword: boolean) =>
            afterPassword && isSecond ? 307 : redirectStatus(afterPassword),
        }
      }),
    ),
  },
  {
    id: 'authz-13-without-organizations',
    requirement: 'AUTHZ-13',
    description: 'Login and approval are one form, and users without organizations are answered by a 307.',
    apply: combine(
      onePage,
      replace('authorization', ({ newCode, redirectStatus }) => {
        let ownsNone = false
        return {
          newCode(store, grant) {
            ownsNone = grant.organizationIds.length === 0
            return newCode(store, grant)
          },
          redirectStatus: (afterPassword: boolean) =>
            afterPassword && ownsNone ? 307 : redirectStatus(afterPassword),
        }
      }),
    ),
  },
  {
    id: 'authz-13-by-way-of-own-address',
    requirement: 'AUTHZ-13',
    description: 'The form is sent on to another address of the service first, each time by a 307.',
    apply: combine(onePage, sendingOn(307), byWayOf('/oauth2/resume/')),
  },
]
