import { z } from 'zod'
import { expireAccessToken, expireCode, revokeRefreshToken } from '../endings.ts'
import type { Store } from '../store.ts'
import {
  answerFields,
  answerOf,
  clockFields,
  destinationFields,
  deviationFields,
  grantFields,
  newDonationFields,
  newUserFields,
  nothingFields,
  switchFields,
  tokenFields,
  webhookFields,
} from './fields.ts'
import type { DeveloperState } from './state.ts'

/** What an action gives to whoever asked for it, by name. */
type Given = Readonly<Record<string, string | number>>

/** What a developer does at the page, or a program by the control API. */
interface Action {
  /** The section of the page that shows the result. */
  readonly section: string
  /** One sentence for whoever sent the form. */
  readonly done: string
  /** What it takes, as JSON Schema. */
  readonly takes: () => unknown
  /** @throws ActionError where what was sent cannot be obeyed; nothing has changed then */
  perform(state: DeveloperState, sent: unknown): Promise<Given | undefined>
}

/** What was sent cannot be obeyed; the message is for whoever sent it. */
export class ActionError extends Error {}

function action<Fields>(
  section: string,
  done: string,
  fields: z.ZodType<Fields>,
  act: (state: DeveloperState, fields: Fields) => Given | void | Promise<void>,
): Action {
  return {
    section,
    done,
    takes: () => z.toJSONSchema(fields, { io: 'input' }),
    async perform(state, sent) {
      const read = fields.safeParse(sent)
      if (!read.success) throw new ActionError(read.error.issues.map(told).join('; '))
      return (await act(state, read.data)) ?? undefined
    },
  }
}

function told({ path, message }: z.core.$ZodIssue): string {
  return [path.join('.'), message].filter(Boolean).join(': ')
}

function tokenAction(done: string, end: (store: Store, token: string) => boolean): Action {
  return action('tokens', done, tokenFields, ({ controls: { mock } }, { environment, token }) => {
    if (!end(mock.stores[environment], token))
      throw new ActionError(`${environment} has no such token or code`)
  })
}

function switchAction(done: string, to: 'on' | 'off'): Action {
  return action('switches', done, switchFields, ({ controls }, { kind, id }) =>
    obeyed(() => controls.turn(kind, id, to)),
  )
}

/** What the service itself says that cannot be done. */
function obeyed<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new ActionError(error instanceof Error ? error.message : String(error))
  }
}

/** Everything that can be done, by the path that forms and programs send it to. */
export const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    reset: action('donations', 'All is as at the start.', nothingFields, (state) => state.reset()),
    'add-user': action('users', 'The user is there.', newUserFields, ({ controls }, user) =>
      obeyed(() => controls.addUser(user)),
    ),
    'add-donation': action(
      'donations',
      'The donation is there.',
      newDonationFields,
      ({ controls }, donation) => ({
        id: obeyed(() => controls.addDonation(donation)),
      }),
    ),
    'give-code': action('tokens', 'A code was given.', grantFields, ({ controls }, whose) => ({
      code: obeyed(() => controls.code(whose)),
    })),
    'give-tokens': action('tokens', 'Tokens were given.', grantFields, ({ controls }, whose) => {
      const { accessToken, refreshToken, expiresIn } = obeyed(() => controls.tokens(whose))
      return { accessToken, refreshToken, expiresIn }
    }),
    'expire-code': tokenAction('The code has expired.', expireCode),
    'expire-access-token': tokenAction('The access token has expired.', expireAccessToken),
    'revoke-refresh-token': tokenAction(
      'The refresh token is revoked, with all tokens of its grant.',
      revokeRefreshToken,
    ),
    'advance-clock': action('clock', 'The clock was moved.', clockFields, ({ controls }, { seconds }) =>
      controls.mock.clock.advance(seconds),
    ),
    use: action(
      'switches',
      'These are on, and no others, from the next request on.',
      deviationFields,
      ({ controls }, deviations) => obeyed(() => controls.use(deviations)),
    ),
    'switch-on': switchAction('Switched on, from the next request on.', 'on'),
    'switch-off': switchAction('Switched off, from the next request on.', 'off'),
    'answer-next': action(
      'answers',
      'The next request that it is for gets this answer.',
      answerFields,
      ({ controls }, fields) => controls.answerNext(answerOf(fields)),
    ),
    'set-webhook-destination': action(
      'webhooks',
      'Webhooks go there from now on.',
      destinationFields,
      ({ controls: { mock } }, { environment, url }) => void mock.webhookDestinations.set(environment, url),
    ),
    'send-webhook': action(
      'webhooks',
      'The webhook was sent.',
      webhookFields,
      async ({ controls: { mock } }, { environment, donation: id }) => {
        const donation = mock.stores[environment].donations.get(id)
        if (donation === undefined) throw new ActionError(`${environment} has no such donation`)
        mock.webhooks.send({ environment, donation, method: 'PATCH' })
        await mock.webhooks.settled()
      },
    ),
  }),
)
