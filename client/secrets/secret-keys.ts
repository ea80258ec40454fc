const keys = 'access_token|refresh_token|client_secret|password'

/**
 * `"key": "value"`, also where the JSON text is itself inside a string, up to three deep, and its quotes are escaped.
 * Begins at a quote and its key, and only then looks back: a service may send nothing but backslashes.
 */
const jsonMember = new RegExp(
  `"(${keys})(?<=(?<!\\\\)(\\\\{0,7})"\\1)\\2"(\\s*:\\s*)\\2"((?:(?!\\2")(?:\\\\.|[^\\\\]))+)\\2"`,
  'gi',
)

/**
 * `key=value` of a query, fragment or form. An authorization code is looked for here only: in JSON `code` is
 * the usual name of an error code, which a report must show.
 */
const formParameter = new RegExp(`(^|[?&#;'"])(${keys}|code)=([^&#;'"<>\\s]+)`, 'gi')

const headerLine = /(^|['"\n])(authorization|cookie|set-cookie)(:[ \t]*)([^\r\n'"]+)/gi

const secretMember = new RegExp(`^(${keys})$`, 'i')
const secretHeader = /^(authorization|cookie|set-cookie)$/i

const credentials = /^(\s*[\w-]+\s+)?(\S.*)$/
const placeholder = /^<[a-z_ ]+(?:-[\d.]+)?>$/

/** Whether this stands for a secret that was taken out, as in our own recordings. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text)
}

/** Masks what stands where secrets stand, whether or not anybody registered it. */
export function redactByKey(text: string): string {
  return text
    .replace(jsonMember, (_, key: string, slashes: string, colon: string, value: string) => {
      return `"${key}${slashes}"${colon}${slashes}"${mask(key, value)}${slashes}"`
    })
    .replace(formParameter, (_, before: string, key: string, value: string) => {
      return `${before}${key}=${mask(key, value)}`
    })
    .replace(headerLine, (_, before: string, name: string, colon: string, value: string) => {
      return `${before}${name}${colon}${maskHeader(name, value)}`
    })
}

/** The value as an object may hold it under this key: header names and members that hold secrets are masked. */
export function maskedByKey(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => maskedByKey(key, item))
  if (typeof value !== 'string' || value === '') return value
  if (secretHeader.test(key)) return maskHeader(key, value)
  return secretMember.test(key) ? mask(key, value) : value
}

/** Keeps a placeholder that is there already: it may tell that this is some other secret. */
function mask(key: string, value: string): string {
  return isPlaceholder(value) ? value : `<${key.toLowerCase()}>`
}

/** Keeps what is needed to understand the exchange: the scheme, the names of cookies and their attributes. */
function maskHeader(name: string, value: string): string {
  if (/^authorization$/i.test(name))
    return value.replace(credentials, (_, scheme = '', secret) => scheme + mask('credentials', secret))
  const cookie = (_: string, secret: string) => `=${mask('cookie', secret)}`
  return value.replace(/^cookie$/i.test(name) ? /=([^;]*)/g : /=([^;]*)/, cookie)
}
