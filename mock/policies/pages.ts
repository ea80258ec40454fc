import { approvalPage, loginPage } from '../oauth/pages.ts'
import type { Interaction } from '../store.ts'

export interface PageView {
  readonly interaction: Interaction
  /** Origin of the authorization host. */
  readonly origin: string
  /** Set when the page is shown again because of it. */
  readonly complaint?: string
}

/** Decisions of the pages between the authorization request and the callback. */
export interface PagePolicies {
  readonly sessionCookie: string
  /** The HTML of the page the user needs next; undefined when login and approval are done. */
  nextPage(view: PageView): string | undefined
  /** Whether a page is the answer itself or the answer sends the browser to the page. */
  readonly shows: 'directly' | 'by-redirect'
}

export const pagePolicies: PagePolicies = {
  sessionCookie: 'session',
  nextPage(view) {
    if (view.interaction.session.user === undefined) return loginPage(view)
    return view.interaction.decision === undefined ? approvalPage(view) : undefined
  },
  shows: 'directly',
}
