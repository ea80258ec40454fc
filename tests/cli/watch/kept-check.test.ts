import { expect, test } from 'vitest'
import { keptCheck } from '../../../cli/watch/kept-check.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { servingMock } from '../places.ts'

const { signal } = new AbortController()

/** A check that takes three logins, finds nothing, and counts how often it is done. */
function counted() {
  let times = 0
  const check = keptCheck(async (target) => {
    times += 1
    return { target, mistakes: [], logins: 3 }
  })
  return { check, times: () => times }
}

async function targetOf(login: TargetConfig['login']): Promise<TargetConfig> {
  const { environment } = await servingMock()
  return { ...readEnvironment({ processEnv: environment }), login }
}

test('where a browser logs in, the environment is looked at once', async () => {
  const target = await targetOf('browser')
  const { check, times } = counted()
  expect(await check(target, signal, { only: ['UPDATE-16', 'ORG-1'] })).toMatchObject({ logins: 3 })
  expect(await check(target, signal, { only: ['ORG-1'] })).toEqual({ target, mistakes: [], logins: 0 })
  expect(times()).toBe(1)
})

test('it is looked at again when it has changed, and for other requirements', async () => {
  const target = await targetOf('browser')
  const { check, times } = counted()
  await check(target, signal, { only: ['ORG-1'] })
  await check({ ...target, scope: 'another' }, signal, { only: ['ORG-1'] })
  await check({ ...target, scope: 'another' }, signal, { only: ['ORG-2'] })
  await check({ ...target, scope: 'another' }, signal)
  expect(times()).toBe(4)
})

test('where a login takes no time it is looked at each time', async () => {
  const target = await targetOf('form')
  const { check, times } = counted()
  await check(target, signal)
  await check(target, signal)
  expect(times()).toBe(2)
})
