import { describe, expect, it } from 'vitest'
import { type LabelledBody, malformedBody, nonObjectBody, openBody } from '../../generators/bodies.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

/** What a strict decoder and parser make of a body. */
function parsed({ value }: LabelledBody): { json: unknown } | 'malformed' {
  try {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch {
    return 'malformed'
  }
}

function isObject(body: LabelledBody): boolean {
  const result = parsed(body)
  return (
    result !== 'malformed' &&
    typeof result.json === 'object' &&
    result.json !== null &&
    !Array.isArray(result.json)
  )
}

const must = ({ requirement }: LabelledBody) => requirement === 'UPDATE-7'

describeGenerator('nonObjectBody', nonObjectBody, {
  correct: (body) => must(body) && !isObject(body) && (parsed(body) !== 'malformed' || body.value === ''),
})

describeGenerator('malformedBody', malformedBody, {
  correct: (body) => must(body) && parsed(body) === 'malformed' && body.value !== '',
})

describeGenerator('openBody', openBody, {
  correct: (body) =>
    !must(body) && body.requirement === (body.kind === 'duplicate keys' ? 'UPDATE-18' : 'ERROR-2'),
})

describe('raw bodies', () => {
  it('are of each JSON type but object, or empty', () => {
    expect(seenIn(nonObjectBody(), ({ kind }) => kind)).toEqual([
      'array',
      'boolean',
      'empty',
      'null',
      'number',
      'string',
    ])
  })

  it('are cut at every kind of place, torn, or something else', () => {
    expect(seenIn(malformedBody(), ({ kind }) => kind)).toEqual([
      'XML',
      'a closing brace alone',
      'a form',
      'a missing colon',
      'a missing value',
      'cut after a colon',
      'cut after a comma',
      'cut after a key',
      'cut after the opening brace',
      'cut before the closing brace',
      'cut within a key',
      'cut within a literal',
      'cut within a number',
      'cut within a string',
      'cut within an array',
      'cut within an escape',
      'cut within an object',
      'plain text',
      'the wrong bracket',
    ])
  })

  it('are open to interpretation in each way', () => {
    expect(seenIn(openBody(), ({ kind }) => kind)).toEqual([
      'UTF-16',
      'byte order mark',
      'comment',
      'deep array',
      'deep array, cut short',
      'deep memo',
      'deep object',
      'duplicate keys',
      'half of a surrogate pair',
      'invalid UTF-8',
      'key without quotes',
      'no number',
      'single quotes',
      'text after the object',
      'trailing comma',
      'two objects',
    ])
  })

  it('nest from a hundred to ten thousand deep', () => {
    const depths = samplesOf(openBody())
      .filter(({ kind }) => kind === 'deep array, cut short')
      .map(({ value }) => value.length)
    expect(Math.min(...depths)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...depths)).toBeGreaterThan(9000)
  })

  it('hold bytes that are no UTF-8, and no other encoding by chance', () => {
    const invalid = samplesOf(openBody()).filter(({ kind }) => kind === 'invalid UTF-8')
    expect(invalid.every((body) => body.value instanceof Uint8Array && parsed(body) === 'malformed')).toBe(
      true,
    )
  })
})
