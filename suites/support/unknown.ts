/**
 * Values that no service has issued. Each is long and random enough to be refused for being unknown rather than for
 * its form, and always the same, so that two runs send the same requests. "never-issued" tells whoever meets one in a
 * log where it came from.
 */

/** An authorization code. */
export const UNKNOWN_CODE = 'never-issued-0a1b2c3d4e5f60718293a4b5c6d7e8f9'

/**
 * Codes and a refresh token that no other request holds: what is in use at the same moment may be refused for that. One
 * code is written as an id.
 */
export const UNUSED_CODES = [
  'never-issued-1c2d3e4f5061728394a5b6c7d8e9fa0b',
  '2d3e4f50-6172-4394-a5b6-c7d8e9fa0b1c',
] as const
export const UNUSED_REFRESH_TOKEN = 'never-issued-8e7d6c5b4a39281706f5e4d3c2b1a09f'

/** A refresh token. */
export const UNKNOWN_REFRESH_TOKEN = 'never-issued-9f8e7d6c5b4a39281706f5e4d3c2b1a0'

/** An access token, without the scheme. */
export const UNKNOWN_ACCESS_TOKEN = 'never-issued-5e6f708192a3b4c5d6e7f809'

/** A client id. */
export const UNKNOWN_CLIENT_ID = 'an-unknown-client'

/** A donation id: a random UUID, as most are, so that the router takes it for one. */
export const UNKNOWN_DONATION = 'c2f8a6d1-3b94-4e07-8a5d-91e7f0b64c3a'

/** A designation id: a well-formed random UUID, as the contract wants one to be. */
export const UNKNOWN_DESIGNATION = '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13'
