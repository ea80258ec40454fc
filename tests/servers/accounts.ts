/** Redirect URI of both clients of a server under test. */
export const callback = 'https://partner.example.org/callback'

/** The clients that every server under test knows, by id. */
export const clients: ReadonlyMap<string, { readonly id: string; readonly secret: string }> = new Map(
  ['partner', 'other-partner'].map((id) => [id, { id, secret: `${id}-secret` }]),
)

/** The organizations of each user. */
const organizationsOf: Readonly<Record<string, readonly string[]>> = {
  owner: ['charity-1'],
  several: ['charity-1', 'charity-2'],
  nobody: [],
}

/** The password of every user. */
export const password = 'correct horse 42'

/** The ids of the organizations that a user owns; undefined for nobody we know. */
export function organizations(username: unknown): readonly string[] | undefined {
  return typeof username === 'string' ? organizationsOf[username] : undefined
}

/** `ig_organizations` of a token response for a user. */
export function igOrganizations(
  username: unknown,
): readonly { readonly id: string; readonly name: string }[] {
  return (organizations(username) ?? []).map((id) => ({ id, name: `The ${id}` }))
}

/** Whether somebody signs in by this name and password. */
export function isUser(username: unknown, given: unknown): boolean {
  return organizations(username) !== undefined && given === password
}
