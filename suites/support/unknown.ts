/** A code that no service has issued. */
export const UNKNOWN_CODE = 'never-issued-0a1b2c3d4e5f60718293a4b5c6d7e8f9'
