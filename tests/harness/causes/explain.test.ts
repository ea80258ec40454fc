import { describe, expect, test } from 'vitest'
import { explain, type RequirementSigns } from '../../../harness/causes/explain.ts'

const ELSEWHERE = 'written to another donation'
const GONE = 'refused: its token worked before and never again'

const broken = (id: string, failures: RequirementSigns['failures'], kept = 1): RequirementSigns => ({
  id,
  failures,
  kept,
})
const named = (...tallies: readonly RequirementSigns[]) =>
  Object.fromEntries([...explain(tallies)].map(([id, { because }]) => [id, because]))

describe('what merely follows names its cause', () => {
  test('a value that was written to another donation is UPDATE-15', () => {
    const shown = [[`${ELSEWHERE}: memo`]]
    expect(named(broken('UPDATE-15', shown), broken('UPDATE-4', shown), broken('BEARER-6', shown))).toEqual({
      'UPDATE-4': 'UPDATE-15',
      'BEARER-6': 'UPDATE-15',
    })
  })

  test('a field that an answer lacks is UPDATE-2', () => {
    const lacking = [['a field that the answer lacks', 'lost: donor_city']]
    expect(
      named(broken('UPDATE-2', [[]]), broken('UPDATE-4', lacking), broken('PLEDGED-4', lacking)),
    ).toEqual({
      'UPDATE-4': 'UPDATE-2',
      'PLEDGED-4': 'UPDATE-2',
    })
  })

  test('a token that died is BEARER-4', () => {
    expect(named(broken('BEARER-4', [[GONE]]), broken('UPDATE-1', [[GONE], [GONE]]))).toEqual({
      'UPDATE-1': 'BEARER-4',
    })
  })

  test('what shows only at the end of sequences is what breaks by a single step', () => {
    const direct = ['lost: donor_city']
    expect(
      named(broken('UPDATE-4', [['in a sequence', ...direct]]), broken('UPDATE-7', [direct], 0)),
    ).toEqual({ 'UPDATE-4': 'UPDATE-7' })
  })

  test('the cause of a cause is the cause', () => {
    const stale = ['there before: donor_city', 'written to another donation: donor_city']
    expect(
      named(
        broken('UPDATE-15', [['written to another donation: donor_city']]),
        broken('UPDATE-3', [stale]),
        broken('UPDATE-4', [['written to another donation: donor_city']]),
      ),
    ).toEqual({ 'UPDATE-3': 'UPDATE-15', 'UPDATE-4': 'UPDATE-15' })
  })
})

describe('both stand', () => {
  test('where one failure shows something else', () => {
    const all = [[`${ELSEWHERE}: memo`], ['lost: donor_city']]
    expect(named(broken('UPDATE-15', [[`${ELSEWHERE}: memo`]]), broken('UPDATE-4', all))).toEqual({})
  })

  test('where the fields are others than those of the cause', () => {
    expect(
      named(
        broken('UPDATE-15', [[`${ELSEWHERE}: memo`]]),
        broken('UPDATE-4', [[`${ELSEWHERE}: donor_city`]]),
      ),
    ).toEqual({})
  })

  test('where one of several wrong fields came about otherwise', () => {
    expect(
      named(
        broken('UPDATE-15', [[`${ELSEWHERE}: memo`]]),
        broken('UPDATE-4', [[`${ELSEWHERE}: memo`, 'lost: donor_city']]),
      ),
    ).toEqual({})
  })

  test('without a control: where nothing kept it', () => {
    expect(named(broken('BEARER-4', [[GONE]]), broken('UPDATE-1', [[GONE]], 0))).toEqual({})
  })

  test('where the cause itself is kept', () => {
    expect(named(broken('UPDATE-1', [[GONE]]), broken('UPDATE-16', [[GONE]]))).toEqual({})
  })

  test('where both break by a single step', () => {
    const lost = [['lost: donor_city'], ['in a sequence', 'lost: donor_city']]
    expect(named(broken('UPDATE-4', lost), broken('UPDATE-7', lost))).toEqual({})
  })

  test('where a failure tells nothing', () => {
    expect(named(broken('BEARER-4', [[GONE]]), broken('UPDATE-1', [[GONE], []]))).toEqual({})
    expect(named(broken('BEARER-4', [[GONE]]), broken('UPDATE-1', []))).toEqual({})
  })
})
