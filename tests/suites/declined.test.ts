import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { combine, replace } from '../../mock/policies/replace.ts'
import { offering, rewriting } from '../../mock/variants/pages.ts'
import { suites } from '../../suites/index.ts'

/** What AUTHZ-10 comes to where the service decides so, with one client or with two. */
async function verdictOf(policies: Policies, { clients = 2 } = {}) {
  const { target, close } = await openMock({ policies })
  const { otherClient: _, ...withOne } = target
  const settings = {
    target: clients === 1 ? withOne : target,
    seed: 1,
    runs: 2,
    strict: false,
    only: ['AUTHZ-10'] as const,
  }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  return requirements.map(({ verdict }) => verdict)
}

const withVariant = (variant: string) => applyAll(contractPolicies, { variants: [variant] })

/** A question between login and approval; who says no to it is sent to a page of the service. */
const asking = (question: string) =>
  combine(
    offering(question, 'Yes', 'No'),
    rewriting((html) => html.replace(/<button (?=[^>]*>No<)/, '<button formaction="/turned-away" ')),
  )(contractPolicies)

test.each(['pages-approval-given-unless-prompted', 'pages-cancel-at-login-only'])(
  'AUTHZ-10 is decided with %s',
  async (variant) => {
    expect(await verdictOf(withVariant(variant), { clients: 1 })).toEqual(['pass'])
  },
)

test('AUTHZ-10 is undecided where nobody is asked to approve, though one may say no to something else', async () => {
  expect(await verdictOf(withVariant('pages-approved-by-administrator'))).toEqual(['inconclusive'])
})

test.each(['Are you 18 or older?', 'Is grace@example.org still your address?', 'È stata Lei ad accedere?'])(
  'who says no to another question declines nothing: %s',
  async (question) => expect(await verdictOf(asking(question))).toEqual(['pass']),
)

/** The session of whoever declines has ended by then: the login comes again. */
const losingSessions = replace('pages', ({ nextPage }) => ({
  nextPage(view) {
    const { interaction } = view
    if (interaction.decision === 'decline') {
      delete interaction.decision
      delete interaction.session.user
    }
    return nextPage(view)
  },
}))

test('what is behind a question is undecided where each try to decline there ends at the login', async () => {
  expect(await verdictOf(losingSessions(asking('Are you 18 or older?')))).toEqual(['inconclusive'])
})

test('who says no to the first of two pages that ask for access has declined', async () => {
  const question = 'Shall the partner have access to your organizations?'
  expect(await verdictOf(asking(question))).toEqual(['warn'])
})
