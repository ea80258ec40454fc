import type { PageView } from './page-view.ts'

/** Path of the authorization endpoint (contract, Endpoints). */
export const AUTHORIZE_PATH = '/oauth2/authorize'

/** Escapes text for use in HTML content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/**
 * Builds a whole HTML document.
 * @param title as text, which is escaped here
 * @param content as HTML
 */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>`
}

/**
 * Builds a form that posts to the authorization endpoint, below the complaint of the view. It carries the id
 * of the authorization request, so that one session can have several in progress.
 * @param content the inputs and buttons as HTML
 */
export function form(view: PageView, content: string): string {
  const complaint = view.complaint === undefined ? '' : `<p role="alert">${escapeHtml(view.complaint)}</p>\n`
  return `${complaint}<form method="post" action="${AUTHORIZE_PATH}">
<input type="hidden" name="request" value="${escapeHtml(view.interaction.id)}">
${content}
</form>`
}

/** HTML of the input for the username. */
export const usernameField =
  '<p><label>Email <input type="email" name="username" autocomplete="username" required></label></p>'
/** What a login page says that comes again. */
export const WRONG_PASSWORD = 'Email or password is wrong.'

/** HTML of the input for the password. */
export const passwordField =
  '<p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p>'
/** HTML of the button that approves the request. */
export const approveButton = '<button type="submit" name="decision" value="approve">Approve</button>'
/** HTML of the button that declines the request. */
export const declineButton = '<button type="submit" name="decision" value="decline">Decline</button>'

/** Renders the page that asks for username and password, as an HTML document. */
export function loginPage(view: PageView): string {
  return page(
    'Log in',
    form(view, `${usernameField}\n${passwordField}\n<button type="submit">Log in</button>`),
  )
}

/** Renders the page that asks the user to approve or decline the client, as an HTML document. */
export function approvalPage(view: PageView): string {
  const { client, scope, session } = view.interaction
  const question = `<p>${escapeHtml(client.name)} asks to act for ${escapeHtml(session.user?.username ?? '')}.</p>
<p>Permissions: ${escapeHtml(scope)}</p>`
  return page('Approve access', `${question}\n${form(view, `${approveButton}\n${declineButton}`)}`)
}

/** Renders the page that ends a request with an error, as an HTML document. `message` is text. */
export function errorPage(message: string): string {
  return page('This request cannot be completed', `<p>${escapeHtml(message)}</p>`)
}
