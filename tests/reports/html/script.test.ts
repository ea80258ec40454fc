import { expect, test } from 'vitest'
import { script } from '../../../reports/html/script.ts'

test('the script is one file that can stand inside a script element', () => {
  // Either would end the element, or hide its end (HTML standard, "Restrictions for contents of script elements").
  expect(script).not.toMatch(/<\/script|<!--/i)
  expect(script).not.toMatch(/\bimport\b|\brequire\b/)
})
