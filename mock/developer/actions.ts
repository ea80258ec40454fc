import { z } from 'zod'
import { expireAccessToken, expireCode, revokeRefreshToken } from '../endings.ts'
import { environmentNames, type Store } from '../store.ts'
import { switchKinds } from '../switches.ts'
import { nextAnswer, nextAnswers } from './next-answers.ts'
import type { DeveloperState } from './state.ts'

/** What a form of the page does. */
interface FormAction {
  /** The section of the page that shows the result. */
  readonly section: string
  /** One sentence for whoever sent the form. */
  readonly done: string
  /** @throws ActionError where the form cannot be obeyed; nothing has changed then */
  perform(state: DeveloperState, form: unknown): void | Promise<void>
}

/** A form that cannot be obeyed; the message is for whoever sent it. */
export class ActionError extends Error {}

const LONGEST_STEP_SECONDS = 10 * 365 * 86_400

const environment = z.enum(environmentNames)
const tokenFields = z.object({ environment, token: z.string() })
const switchFields = z.object({ kind: z.enum(switchKinds), id: z.string().trim() })

function action<Fields>(
  section: string,
  done: string,
  fields: z.ZodType<Fields>,
  act: (state: DeveloperState, fields: Fields) => void | Promise<void>,
): FormAction {
  return {
    section,
    done,
    perform(state, form) {
      const read = fields.safeParse(form)
      if (read.success) return act(state, read.data)
      throw new ActionError(
        read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      )
    },
  }
}

function tokenAction(done: string, end: (store: Store, token: string) => boolean): FormAction {
  return action('tokens', done, tokenFields, ({ mock }, { environment, token }) => {
    if (!end(mock.stores[environment], token))
      throw new ActionError(`${environment} has no such token or code`)
  })
}

function switchAction(done: string, to: 'on' | 'off'): FormAction {
  return action('switches', done, switchFields, ({ mock, switches, answers }, { kind, id }) => {
    try {
      switches.turn(kind, id, to)
    } catch (error) {
      throw new ActionError(error instanceof Error ? error.message : String(error))
    }
    mock.usePolicies(answers.change(switches.policies()))
  })
}

/** Everything that the page can do, by the path that its forms are sent to. */
export const actions: ReadonlyMap<string, FormAction> = new Map(
  Object.entries({
    'expire-code': tokenAction('The code has expired.', expireCode),
    'expire-access-token': tokenAction('The access token has expired.', expireAccessToken),
    'revoke-refresh-token': tokenAction(
      'The refresh token is revoked, with all tokens of its grant.',
      revokeRefreshToken,
    ),
    'advance-clock': action(
      'clock',
      'The clock was moved.',
      z.object({ seconds: z.coerce.number().int().min(1).max(LONGEST_STEP_SECONDS) }),
      ({ mock }, { seconds }) => mock.clock.advance(seconds),
    ),
    'switch-on': switchAction('Switched on, from the next request on.', 'on'),
    'switch-off': switchAction('Switched off, from the next request on.', 'off'),
    'answer-next': action(
      'answers',
      'The next request that it is for gets this answer.',
      z.object({ answer: z.enum(nextAnswers), path: z.string().trim() }),
      ({ answers }, { answer, path }) => answers.add(nextAnswer(answer, path)),
    ),
    'set-webhook-destination': action(
      'webhooks',
      'Webhooks go there from now on.',
      z.object({
        environment,
        url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
      }),
      ({ mock }, { environment, url }) => void mock.webhookDestinations.set(environment, url),
    ),
    'send-webhook': action(
      'webhooks',
      'The webhook was sent.',
      z.object({ environment, donation: z.string() }),
      async ({ mock }, { environment, donation: id }) => {
        const donation = mock.stores[environment].donations.get(id)
        if (donation === undefined) throw new ActionError(`${environment} has no such donation`)
        mock.webhooks.send({ environment, donation, method: 'PATCH' })
        await mock.webhooks.settled()
      },
    ),
  }),
)
