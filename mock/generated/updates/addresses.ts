import type { TextRow } from './texts.ts'

const shaped = (value: string, when: string, pattern: RegExp): TextRow => [
  value,
  when,
  (text) => pattern.test(text),
]

/** Shapes of the addresses that people have. */
export const ADDRESS_SHAPES: readonly TextRow[] = [
  shaped('plus', 'has a plus sign', /\+.*@/),
  shaped('dot', 'has a dot before the @', /\..*@/),
  shaped('two-dots', 'has two dots before the @', /\..*\..*@/),
  shaped('hyphen', 'has a hyphen before the @', /-.*@/),
  shaped('underscore', 'has an underscore', /_.*@/),
  shaped('apostrophe', 'has an apostrophe', /'.*@/),
  shaped('capital', 'has a capital before the @', /[A-Z].*@/),
  shaped('digits-only', 'has nothing but digits before the @', /^\d+@/),
  shaped('digit-first', 'begins with a digit', /^\d/),
  shaped('digit-last', 'has a digit just before the @', /\d@/),
  shaped('one-letter', 'has one letter before the @', /^.@/),
  shaped('domain-hyphen', 'has a hyphen in its domain', /@.*-/),
  shaped('domain-digit', 'has a digit in its domain', /@.*\d/),
  shaped('domain-digit-first', 'has a domain that begins with a digit', /@\d/),
  shaped('domain-capital', 'has a capital in its domain', /@.*[A-Z]/),
  shaped('subdomain', 'has a subdomain', /@[^.]+\.[^.]+\.[^.]+$/),
  shaped('subdomains', 'has two subdomains', /@([^.]+\.){3,}[^.]+$/),
  shaped('short-end', 'has a top-level domain of two letters', /\.[a-z]{2}$/i),
  shaped('long-end', 'has a top-level domain of more than four letters', /\.[a-z]{5,}$/i),
  shaped('longer-end', 'has a top-level domain of more than eight letters', /\.[a-z]{9,}$/i),
  shaped('short-domain', 'has a domain of one letter before the dot', /@[a-z0-9]\.[a-z]+$/i),
  ['over-32', 'has more than 32 characters', (text) => text.length > 32],
  ['over-50', 'has more than 50 characters', (text) => text.length > 50],
  ['over-64', 'has more than 64 characters', (text) => text.length > 64],
  ['of-100', 'has 100 characters', (text) => text.length === 100],
  ['long-local', 'has more than 32 characters before the @', (text) => text.indexOf('@') > 32],
  ['local-64', 'has 64 characters before the @', (text) => text.indexOf('@') === 64],
]

/** Shapes that are no address's, by any grammar in use. */
export const NO_ADDRESS_SHAPES: readonly TextRow[] = [
  shaped('no-at', 'has no @', /^[^@]+$/),
  shaped('word', 'is a single word', /^[a-z]+$/i),
  shaped('two-ats', 'has two @', /^[^@\s,;]+@[^@\s,;]*@[^@\s,;]+$/),
  shaped('no-local', 'begins with the @', /^@[a-z]/i),
  shaped('no-domain', 'ends with the @', /^[a-z.]+@$/i),
  shaped('blank-local', 'has a blank before the @', /^\w+ \w+@[\w.]+$/),
  shaped('blank-domain', 'has a blank behind the @', /^\w+@[\w.]*[a-z.] [a-z.][\w.]*$/),
  shaped('comma-list', 'is a list with a comma', /^\S+@\S+, ?\S+@\S+$/),
  shaped('semicolon-list', 'is a list with a semicolon', /^\S+@\S+; ?\S+@\S+$/),
  shaped('display-name', 'has a name in front', /^[^<]+<\S+@\S+>$/),
  shaped('angle-brackets', 'is in angle brackets', /^<\S+@\S+>$/),
  shaped('mailto', 'begins with mailto:', /^mailto:/),
  shaped('double-dot-domain', 'has two dots in a row in its domain', /@[a-z]+\.\.[a-z]/),
  shaped('dot-first-domain', 'has a domain that begins with a dot', /@\.[a-z]/),
  shaped('dot-last-domain', 'ends with a dot', /@[a-z.]+\.$/),
  shaped('comma-domain', 'has a comma for the dot', /@[a-z]+,[a-z]+$/),
  shaped('line-break', 'holds a line break', /\n/),
  shaped('web-address', 'is a web address', /^https?:/),
  shaped('slash-domain', 'has a slash in its domain', /@[a-z.]+\/\w/),
]
