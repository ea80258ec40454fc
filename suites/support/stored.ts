/**
 * Whether a value that was accepted is what is shown of it afterwards. Free are the letter case of a country and of
 * what follows the `@` of an email, the form of a number, and whether what is empty is empty text, null or left out.
 */
export function isStored(field: string, sent: unknown, shown: unknown): boolean {
  if (isEmpty(sent) || isEmpty(shown)) return isEmpty(sent) && isEmpty(shown)
  const [one, other] = [sent, shown].map(String)
  if (one === undefined || other === undefined) return false
  if (field === 'quantity') return Number(one) === Number(other)
  if (field === 'donor_country') return one.toLowerCase() === other.toLowerCase()
  if (field.endsWith('email')) return lowerCaseDomain(one) === lowerCaseDomain(other)
  return one === other
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function lowerCaseDomain(email: string): string {
  return email.replace(/@[^@]*$/, (domain) => domain.toLowerCase())
}
