import type { PageView } from '../oauth/page-view.ts'
import { approvalPage, loginPage } from '../oauth/pages.ts'

/** Decisions about the pages between the authorization request and the callback. */
export interface PagePolicies {
  /** Name of the cookie. */
  readonly sessionCookie: string
  /** The next page as an HTML document; undefined when login and approval are done. */
  nextPage(view: PageView): string | undefined
  /** Whether a request is answered with the next page itself or with a redirect to it. */
  readonly shows: 'directly' | 'by-redirect'
}

/** The pages of the reference service: login, then approval. */
export const pagePolicies: PagePolicies = {
  sessionCookie: 'session',
  nextPage(view) {
    if (view.interaction.session.user === undefined) return loginPage(view)
    return view.interaction.decision === undefined ? approvalPage(view) : undefined
  },
  shows: 'directly',
}
