import type { PageView } from '../policies/pages.ts'

export const AUTHORIZE_PATH = '/oauth2/authorize'

/** Makes text safe in HTML content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A whole HTML document around `content`. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>`
}

/** A form that carries the authorization request's own id, so that several can go on in one session. */
export function form(view: PageView, content: string): string {
  const complaint = view.complaint === undefined ? '' : `<p role="alert">${escapeHtml(view.complaint)}</p>\n`
  return `${complaint}<form method="post" action="${AUTHORIZE_PATH}">
<input type="hidden" name="request" value="${escapeHtml(view.interaction.id)}">
${content}
</form>`
}

export const usernameField =
  '<p><label>Email <input type="email" name="username" autocomplete="username" required></label></p>'
export const passwordField =
  '<p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p>'
export const approveButton = '<button type="submit" name="decision" value="approve">Approve</button>'
export const declineButton = '<button type="submit" name="decision" value="decline">Decline</button>'

export function loginPage(view: PageView): string {
  return page(
    'Log in',
    form(view, `${usernameField}\n${passwordField}\n<button type="submit">Log in</button>`),
  )
}

export function approvalPage(view: PageView): string {
  const { client, scope, session } = view.interaction
  const question = `<p>${escapeHtml(client.name)} asks to act for ${escapeHtml(session.user?.username ?? '')}.</p>
<p>Permissions: ${escapeHtml(scope)}</p>`
  return page('Approve access', `${question}\n${form(view, `${approveButton}\n${declineButton}`)}`)
}

export function errorPage(message: string): string {
  return page('This request cannot be completed', `<p>${escapeHtml(message)}</p>`)
}
