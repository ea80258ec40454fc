import { describe, expect, it } from 'vitest'
import { ADVISOR_FIELDS, advisorSchema, contractIssues } from '../../contract/index.ts'
import { advisor, advisorWithoutEmail, brokenAdvisor } from '../../generators/advisors.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

const fields: readonly string[] = ADVISOR_FIELDS
const known = (value: object) => Object.keys(value).every((field) => fields.includes(field))
const fieldsOf = (value: object) => Object.keys(value).sort().join(' ')

describeGenerator('advisor', advisor, {
  correct: (value) => contractIssues(advisorSchema, value).length === 0 && known(value),
  simple: (value) => JSON.stringify(value) === '{"email":"ann@example.com"}',
})

describeGenerator('advisorWithoutEmail', advisorWithoutEmail, {
  correct: (value) =>
    known(value) &&
    !('email' in value) &&
    contractIssues(advisorSchema, { ...value, email: 'ann@example.com' }).length === 0,
  simple: (value) => Object.keys(value).length === 0,
})

describeGenerator('brokenAdvisor', brokenAdvisor, {
  correct: ({ field, value, advisor: whole }) =>
    whole[field] === value &&
    contractIssues(advisorSchema, whole).length === 1 &&
    contractIssues(advisorSchema, { ...whole, [field]: field === 'email' ? 'ann@example.com' : 'Ann' })
      .length === 0,
  simple: ({ field, advisor: whole }) =>
    Object.keys(whole).every((name) => name === 'email' || name === field),
})

describe('advisors', () => {
  it('have each of the optional fields alone, all of them, and none', () => {
    const seen = seenIn(advisor(), ({ email: _, ...others }) => fieldsOf(others))
    const optional = ADVISOR_FIELDS.filter((field) => field !== 'email')
    expect(seen).toEqual(expect.arrayContaining(['', ...optional, [...optional].sort().join(' ')]))
    expect(seen.length).toBeGreaterThan(100)
  })

  it('lack an email with none, with some and with all other fields', () => {
    const counts = seenIn(advisorWithoutEmail(), (value) => String(Object.keys(value).length))
    expect(counts).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  it('are broken in each field by each wrong type, and in the email in more ways', () => {
    const seen = seenIn(brokenAdvisor(), ({ field, kind }) => `${field}: ${kind}`)
    const types = ['array', 'boolean', 'number', 'object']
    const wrong = fields.flatMap((field) => types.map((type) => `${field}: ${type}`))
    expect(seen).toEqual(
      expect.arrayContaining([...wrong, 'email: null', 'email: empty string', 'email: no @']),
    )
  })

  it('have emails of example domains only', () => {
    const emails = samplesOf(advisor()).map(({ email }) => email)
    expect(emails.filter((email) => !/@example\.(com|org|net)$/.test(email))).toEqual([])
  })
})
