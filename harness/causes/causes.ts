import type { RequirementId } from '../../contract/index.ts'
import {
  acceptedWithout,
  ORIGINS,
  SIGNS,
  type Sign,
  type ValueOrigin,
  WRONG_WHILE_PLEDGED,
} from './known-signs.ts'

/**
 * A requirement whose breach breaks others too. Which of them follow is told by what the failures show: each failure of
 * the other one has to show the sign, some failure of the cause as well, and the same fields; and the other one was kept
 * somewhere, where the sign was not (the control). Where any of this is missing, both stand.
 */
export interface Cause {
  readonly cause: RequirementId
  readonly explains: readonly RequirementId[]
  /** What each failure of the others shows; of an origin, each of its wrong values. */
  readonly sign: Sign
  /** What a failure of the cause shows where that is not the same; null where it is broken and that is enough. */
  readonly ofCause?: Sign | null
  /** The sign says enough, whichever fields are wrong. */
  readonly anyField?: true
  /** How each wrong value came about besides. */
  readonly origin?: ValueOrigin
  /** Why the others follow, for whoever reads it. */
  readonly because: string
}

/** Requirements that are judged by what a donation shows after something was sent. */
const RECORD = [
  'UPDATE-3',
  'UPDATE-4',
  'UPDATE-6',
  'UPDATE-5',
  'UPDATE-7',
  'UPDATE-8',
  'UPDATE-13',
  'UPDATE-15',
  'UPDATE-16',
  'UPDATE-17',
  'PLEDGED-1',
  'PLEDGED-3',
  'BEARER-6',
] as const satisfies readonly RequirementId[]

/** Requirements for which an ordinary update has to be accepted. */
const ACCEPTING = [
  'UPDATE-1',
  'UPDATE-3',
  'UPDATE-5',
  'UPDATE-6',
  'UPDATE-8',
  'UPDATE-9',
  'UPDATE-16',
  'UPDATE-17',
  'PLEDGED-1',
  'DESIGNATION-1',
  'DESIGNATION-5',
  'ADVISOR-1',
  'ADVISOR-3',
] as const satisfies readonly RequirementId[]

/** Ranked: what a rule above has explained explains nothing itself. */
export const causes: readonly Cause[] = [
  {
    cause: 'UPDATE-15',
    explains: without(RECORD, 'UPDATE-15'),
    sign: ORIGINS.otherDonation,
    because: 'what is written into one donation shows in others',
  },
  {
    cause: 'BEARER-4',
    explains: [...ACCEPTING, 'UPDATE-4', 'UPDATE-10', 'PLEDGED-4', 'ORG-5', 'REFRESH-2', 'REFRESH-3'],
    sign: SIGNS.tokenEnded,
    because: 'the token died too early',
  },
  {
    cause: 'BEARER-4',
    explains: [...ACCEPTING, 'PLEDGED-4'],
    sign: SIGNS.tokenRefusedForAWhile,
    // Of calls at the same moment none is later.
    ofCause: null,
    because: 'the token is refused now and then',
  },
  {
    cause: 'UPDATE-2',
    explains: ['UPDATE-4', 'UPDATE-5', 'UPDATE-6', 'UPDATE-16'],
    sign: SIGNS.wrongId,
    anyField: true,
    because: 'only the id that the answer shows is another',
  },
  {
    cause: 'UPDATE-2',
    explains: [...RECORD, 'PLEDGED-4'],
    sign: SIGNS.notShown,
    ofCause: null,
    anyField: true,
    because: 'the answer lacks a field that it has to show',
  },
  {
    cause: 'TOKEN-15',
    explains: ['ERROR-2'],
    sign: SIGNS.errorPage,
    because: 'the token endpoint answers errors with a page',
  },
  {
    cause: 'UPDATE-3',
    explains: ['UPDATE-4', 'UPDATE-13', 'UPDATE-16', 'PLEDGED-3', 'BEARER-6'],
    sign: ORIGINS.sentLast,
    ofCause: ORIGINS.thereBefore,
    because: 'an answer showed what was there before: the value was the one sent last',
  },
  {
    cause: 'UPDATE-4',
    explains: ['UPDATE-3'],
    sign: SIGNS.storedUntilNext,
    ofCause: null,
    origin: ORIGINS.thereBefore,
    because: 'the value is stored until an update leaves it out',
  },
  {
    cause: 'UPDATE-3',
    explains: ['UPDATE-4'],
    sign: SIGNS.neverStored,
    ofCause: null,
    because: 'the value was shown, but never stored',
  },
  {
    cause: 'UPDATE-3',
    explains: ['PLEDGED-4'],
    sign: ORIGINS.thereBefore,
    ofCause: WRONG_WHILE_PLEDGED,
    because: 'the value is not stored while the donation is pledged either',
  },
  {
    cause: 'PLEDGED-4',
    explains: ACCEPTING,
    sign: SIGNS.acceptedWhilePledged,
    ofCause: null,
    because: 'the same update is accepted while the donation is pledged',
  },
  ...(['ADVISOR-1', 'ADVISOR-3', 'DESIGNATION-5'] as const).map(
    (cause): Cause => ({
      cause,
      explains: without(ACCEPTING, 'ADVISOR-1', 'ADVISOR-3', 'DESIGNATION-1', 'DESIGNATION-5'),
      sign: acceptedWithout(cause),
      ofCause: null,
      because: 'the same update is accepted without that field',
    }),
  ),
  {
    cause: 'UPDATE-3',
    explains: ['UPDATE-17'],
    sign: SIGNS.failsInPlainLetters,
    ofCause: null,
    because: 'it fails in plain letters too',
  },
  {
    cause: 'UPDATE-17',
    explains: ['UPDATE-3', 'UPDATE-8', 'PLEDGED-1'],
    sign: ORIGINS.alteredBeyondPlain,
    because: 'only letters and marks beyond plain ones are altered',
  },
  {
    cause: 'UPDATE-7',
    explains: ['UPDATE-13', 'UPDATE-4', 'PLEDGED-3', 'BEARER-6'],
    sign: SIGNS.malformedRefused,
    anyField: true,
    because: 'a body that is no JSON object is applied although it is refused',
  },
  {
    cause: 'BEARER-6',
    explains: ['UPDATE-13', 'UPDATE-4', 'PLEDGED-3'],
    sign: SIGNS.refusedForToken,
    anyField: true,
    because: 'an update is applied although it is refused for its token',
  },
  {
    cause: 'PLEDGED-2',
    explains: ['UPDATE-4', 'UPDATE-5', 'UPDATE-13', 'UPDATE-16'],
    sign: SIGNS.gatedBeyond,
    ofCause: null,
    because: 'gated fields are updated while the donation is not pledged',
  },
  {
    cause: 'UPDATE-13',
    explains: ['UPDATE-4', 'UPDATE-16'],
    sign: ORIGINS.sentAndRefused,
    because: 'a refused update is applied in part',
  },
  ...RECORD.map(
    (cause): Cause => ({
      cause,
      explains: without(RECORD, cause),
      sign: SIGNS.inSequence,
      ofCause: null,
      because: 'it shows only in sequences of steps, and by itself is kept',
    }),
  ),
  {
    cause: 'AUTHZ-6',
    explains: ['AUTHZ-11'],
    sign: SIGNS.unregisteredAddress,
    because: 'the user is sent to an address that is not registered with one such parameter too',
  },
  {
    cause: 'UPDATE-14',
    explains: ['BEARER-5'],
    sign: SIGNS.unknownIdAccepted,
    because: 'the id names no donation, and the answer shows none of another organization',
  },
  {
    cause: 'VERSION-1',
    explains: ['BEARER-2', 'ORG-5'],
    sign: SIGNS.noOrganizations,
    because: 'there is nothing under /v1 to refuse',
  },
]

function without(ids: readonly RequirementId[], ...some: readonly RequirementId[]): readonly RequirementId[] {
  return ids.filter((id) => !some.includes(id))
}
