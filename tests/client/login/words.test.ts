import { expect, test } from 'vitest'
import { intentOf } from '../../../client/login/words.ts'

test.each([
  ['Allow access', 'Do not allow'],
  ['Zulassen', 'Ablehnen'],
  ['Autoriser', 'Refuser'],
  ['Permitir', 'Rechazar'],
  ['Aceitar', 'Recusar'],
  ['Consenti', 'Rifiuta'],
  ['Toestaan', 'Weigeren'],
])('%s approves, %s declines', (approve, decline) => {
  expect(intentOf([approve])).toBe('approve')
  expect(intentOf([decline])).toBe('decline')
})
