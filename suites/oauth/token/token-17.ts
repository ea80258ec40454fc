import { axis, expect, requirement } from '../../../harness/authoring/index.ts'
import { fewRepeatsOf, type Repeat, repeatsOf } from '../../axes/repeated-parameters.ts'
import { inTriedCodes } from '../lives/tried-codes.ts'
import { type SpoilRefresh, withLivingRefreshToken } from '../refresh/living-refresh-token.ts'
import { secondAsker } from './living.ts'
import { type Spoil, withLivingCode } from './living-code.ts'

const CREDENTIALS = ['client_id', 'client_secret']
const OF_EXCHANGES = ['grant_type', 'code', ...CREDENTIALS, 'redirect_uri']
const OF_REFRESHES = ['grant_type', 'refresh_token', ...CREDENTIALS]

const asSpoils = (table: Readonly<Record<string, Repeat>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, repeat]): [string, Spoil] => [
      name,
      ({ client, code }) =>
        repeat({
          grant_type: 'authorization_code',
          code,
          client_id: client.id,
          client_secret: client.secret,
          redirect_uri: client.redirectUri,
        }),
    ]),
  )

const asRefreshSpoils = (table: Readonly<Record<string, Repeat>>): Readonly<Record<string, SpoilRefresh>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, repeat]): [string, SpoilRefresh] => [
      name,
      ({ client, refreshToken }) =>
        repeat({
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          client_id: client.id,
          client_secret: client.secret,
        }),
    ]),
  )

/** Repeated parameters beside a living code or refresh token, which at the end still work without the repetition. */
export const token17 = requirement(
  'TOKEN-17',
  withLivingCode('code exchange', axis('what a code exchange repeats', asSpoils(repeatsOf(OF_EXCHANGES)))),
  inTriedCodes('TOKEN-17', (exchange) => expect(exchange).toGiveNoToken()),
  withLivingRefreshToken('refresh', axis('what a refresh repeats', asRefreshSpoils(repeatsOf(OF_REFRESHES)))),
  withLivingRefreshToken(
    'refresh, second client',
    axis("what the second client's refresh repeats", asRefreshSpoils(fewRepeatsOf(OF_REFRESHES))),
    { who: secondAsker },
  ),
)
