import type { UserCredentials } from '../environment/config.ts'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { PasswordForms } from './password-forms.ts'

/** What the user does on the approval page. */
export type Intent = 'approve' | 'decline'

/**
 * What a flow is for: `cancel` turns back at the login already, where its page lets one; `mistype` approves, after a login
 * with a wrong password first; `decline-next` says yes on the first page that could be declined and does not speak of access,
 * since it may ask something else, and declines the one behind it.
 */
export type Purpose = Intent | 'cancel' | 'mistype' | 'decline-next'

/** What such a user wants of a page that is no login. */
export function intentFor(purpose: Purpose): Intent {
  if (purpose === 'cancel' || purpose === 'decline-next') return 'decline'
  return purpose === 'mistype' ? 'approve' : purpose
}

interface FlowBase {
  /** The requests of the user agent, in order. */
  readonly exchanges: readonly Exchange[]
  /** Whether a page asked the user to approve, or to go on, which may be the same. */
  readonly sawApproval: boolean
  /**
   * The user's last act: the request alone, a login (or going on from a page behind it), or the decision, which is
   * meant where the page said in words what one approves or declines by.
   */
  readonly after: 'request' | 'login' | 'decision'
  /** Whether a wrong password was sent first; absent where the user agent does not type any. */
  readonly isMistyped?: boolean
  /** Absent where the user agent does not see it, as with a person's own browser. */
  readonly passwordForms?: PasswordForms
}

/** The user agent was told to leave for the redirect URI, or for another place off the site; it did not go there. */
interface Redirected extends FlowBase {
  readonly kind: 'redirected'
  /** The Location header as it came. */
  readonly location: string
  /** The same, parsed against the page it came from; undefined where it is no URL. */
  readonly url: URL | undefined
}

/** The user agent could not get through. */
export interface Stopped extends FlowBase {
  readonly kind: 'stopped'
  /** Where it stopped and why, what it had filled in by then (names of fields), and which way of logging in may help. */
  readonly why: string
  /** Title and visible text of the last page, redacted, at most 300 characters. */
  readonly page: string
  /**
   * Whether the service has nothing more to ask: an answer with an error status, a page without forms, links and
   * scripts, or one that sends the answer on in another way than the contract's.
   */
  readonly isFinal: boolean
  readonly status?: number
  /** Whether the service turned the user's credentials down. */
  readonly loginRefused: boolean
}

export type AuthorizationFlow = Redirected | Stopped

/** The `code` that a redirect carries in its query. */
export function codeOf(flow: AuthorizationFlow): string | undefined {
  return (flow.kind === 'redirected' && flow.url?.searchParams.get('code')) || undefined
}

/** Something that can take a user through login and approval: the form driver, a real browser, a person. */
export interface UserAgent {
  /** @param http sends the requests, unless the agent has a way of its own. */
  authorize(
    url: string,
    purpose: Purpose,
    user: UserCredentials,
    stopAt: readonly string[],
    http: HttpClient,
  ): Promise<AuthorizationFlow>
}
