import { SETTABLE_FIELDS } from '../../../contract/fields.ts'
import type { RequirementId } from '../../../contract/index.ts'
import type { Rejected, RejectionKind } from '../../api/rejected.ts'
import { bodyOf, type RefusedUpdate } from '../../faults/donation/stored.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Donation } from '../../store.ts'
import { type Breakage, breakage, type Condition, classes } from '../condition.ts'

type Conditions = readonly Condition<RefusedUpdate>[]

const isAbout =
  (field: string) =>
  ({ rejected }: RefusedUpdate) =>
    rejected.complaints.some((complaint) => complaint.field.split('.')[0] === field)

const isOfKind =
  (kind: RejectionKind) =>
  ({ rejected }: RefusedUpdate) =>
    rejected.kind === kind

/** Which field an update is refused for. */
const FIELD_REASONS: Conditions = classes('refused-for', [
  ['email', 'the email is no address', isAbout('donor_email')],
  ['country', 'the country is none', isAbout('donor_country')],
  ['type', 'a text is of a wrong type', (turn) => isAbout('memo')(turn) || isAbout('donor_city')(turn)],
  ['designation', 'the designation is refused', isAbout('designation_id')],
  ['advisor', 'the advisor is refused', isAbout('advisor')],
  ['two', 'two fields are bad', ({ rejected }) => rejected.complaints.length > 1],
])

const GATE: Conditions = classes('refused-for', [
  [
    'gate',
    'a gated field is sent',
    ({ rejected }) => rejected.complaints.some(({ kind }) => kind === 'not-pledged'),
  ],
])

const WHOLE_REASONS: Conditions = classes('refused-for', [
  ['malformed', 'the body is no JSON object', isOfKind('malformed-body')],
])

const TOKEN_REASONS: Conditions = classes('refused-for', [
  ['no-token', 'no token is sent', isOfKind('no-token')],
  ['unknown-token', 'the token is unknown', isOfKind('invalid-token')],
  ['expired-token', 'the token has expired', isOfKind('expired-token')],
])

const METHODS: Conditions = classes('method', [
  ['patch', 'it is a PATCH', ({ request }) => request.method === 'PATCH'],
  ['put', 'it is a PUT', ({ request }) => request.method === 'PUT'],
])

const STATUS: Conditions = classes('status', [
  ['pledged', 'the donation is pledged', ({ donation }) => donation.status === 'pledged'],
  ['other', 'the donation is not pledged', ({ donation }) => donation.status !== 'pledged'],
])

const SENT: Conditions = classes('sent', [
  ['advisor', 'a whole advisor is sent', ({ body }) => isObject(body.advisor) && 'email' in body.advisor],
  ['designation-null', 'the designation null is sent', ({ body }) => body.designation_id === null],
  ['memo', 'a memo is sent', ({ body }) => typeof body.memo === 'string'],
])

/** Changes a donation although the update is refused. */
function changing(
  when: (turn: RefusedUpdate) => boolean,
  change: (turn: RefusedUpdate) => Partial<Donation>,
): PolicyChange {
  return replace('update', ({ afterRejection }) => ({
    afterRejection(rejected: Rejected, store, request, donationId) {
      afterRejection(rejected, store, request, donationId)
      const donation = store.donations.get(donationId)
      if (!donation) return
      const turn = { rejected, store, request, donation, body: bodyOf(request) }
      if (when(turn)) store.donations.set(donation.id, { ...donation, ...change(turn) })
    },
  }))
}

/** The fields beside, which are stored although the update is refused. */
const beside = SETTABLE_FIELDS.map((field) => ({
  field,
  change: ({ body, rejected }: RefusedUpdate): Partial<Donation> => {
    const value = body[field]
    const isBad = rejected.complaints.some((complaint) => complaint.field === field)
    return typeof value === 'string' && !isBad ? { [field]: value } : {}
  },
}))

function storedBeside(requirement: RequirementId, reasons: Conditions, also: readonly RequirementId[] = []) {
  return beside.map(({ field, change }) =>
    breakage<RefusedUpdate>({
      requirement,
      name: `${field}-stored`,
      description: `${field} of a refused update is stored`,
      conditions: [...METHODS, ...STATUS, ...reasons],
      alsoBreaks: also,
      // Only such refusals are of this requirement.
      apply: (when) => changing((turn) => reasons.some(({ holds }) => holds(turn)) && when(turn), change),
    }),
  )
}

const isAnyField = ({ rejected }: RefusedUpdate) =>
  rejected.kind === 'invalid-field' || rejected.kind === 'not-pledged'

function lost(requirement: RequirementId, name: string, change: Partial<Donation>): Breakage {
  return breakage<RefusedUpdate>({
    requirement,
    name,
    description: `a refused update clears ${name}`,
    conditions: [
      ...METHODS,
      ...SENT,
      ...FIELD_REASONS,
      ...GATE,
      ...WHOLE_REASONS,
      ...TOKEN_REASONS.slice(0, 2),
    ],
    alsoBreaks: ['BEARER-6'],
    except: (values) =>
      values.includes('refused-for=malformed') && values.some((value) => value.startsWith('sent=')),
    apply: (when) =>
      changing(
        (turn) =>
          (isAnyField(turn) ||
            WHOLE_REASONS.some(({ holds }) => holds(turn)) ||
            TOKEN_REASONS.some(({ holds }) => holds(turn))) &&
          when(turn),
        () => change,
      ),
  })
}

/** Faults of updates that are refused and do something all the same. */
export const refusedBreaks: readonly Breakage[] = [
  ...storedBeside('UPDATE-13', [...FIELD_REASONS, ...GATE], ['PLEDGED-3']),
  ...storedBeside('BEARER-6', TOKEN_REASONS),
  ...storedBeside(
    'BEARER-6',
    classes('refused-for', [
      ['foreign', 'the donation is another organization’s', isOfKind('foreign-donation')],
    ]),
  ).map((one) => ({ ...one, id: `${one.id}-foreign` })),
  lost('DESIGNATION-7', 'designation', { designation_id: null }),
  lost('ADVISOR-8', 'advisor', { advisor_id: null }),
]
