import { expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { fileWith, messageOf, required } from './environments.ts'

const { SANDBOX_CLIENT_SECRET: secret, ...others } = required
const said = (env: Readonly<Record<string, string>>) => messageOf(() => readEnvironment({ processEnv: env }))

test('a key with a slip of the pen is found there too', () => {
  expect(said({ ...others, SANDBOX_CLIENT_SECRT: `${secret}` })).toContain(
    'SANDBOX_CLIENT_SECRT, in the environment of the process, is no known key; did you mean SANDBOX_CLIENT_SECRET?',
  )
})

test('also where the file sets the key that was meant, which it was to win over', () => {
  const file = fileWith(`SANDBOX_CLIENT_SECRET=${secret}`)
  const processEnv = { ...others, SANDBOX_CLIENT_SECRT: 'another' }
  expect(messageOf(() => readEnvironment({ file, processEnv }))).toContain(
    'did you mean SANDBOX_CLIENT_SECRET?',
  )
})

test('keys of others are left alone, and so is one like ours where ours is set beside it', () => {
  const strange = { SANDBOX_HOME: '/srv', PRODUCTION_DATABASE: 'x', SANDBOX_SCOPES: 'a b' }
  expect(() => readEnvironment({ processEnv: { ...required, ...strange } })).not.toThrow()
})

test('blanks around a password belong to it, a line break behind what was read from a file does not', () => {
  const { user } = readEnvironment({ processEnv: { ...required, SANDBOX_PASSWORD: ' x \n' } })
  expect(user?.password).toBe(' x ')
})
