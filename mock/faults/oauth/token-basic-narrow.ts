import { basicCredentials } from '../../oauth/basic-credentials.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Store } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** What an Authorization header names, and the form beside it. */
interface Sent {
  readonly id: string
  readonly secret: string
  readonly formId: string | undefined
}

/** Stands for a secret that the header decides about. */
const BY_HEADER = 'by the header'

/**
 * Takes credentials by HTTP Basic, of whatever client the form names, or else the header.
 * @param passes decides about the header of a request of this grant; in others both have to be right.
 */
function takingBasic(
  passes: (sent: Sent, store: Store) => boolean,
  grant = 'authorization_code',
): PolicyChange {
  return replace('token', ({ readParameters, secretMatches }) => {
    const sent = new Map<string, Sent>()
    return {
      readParameters(request) {
        const [id, secret] = basicCredentials(request.header('authorization') ?? '')
        if (id === undefined) return readParameters(request)
        const header = (name: string) => (name === 'authorization' ? undefined : request.header(name))
        const pairs = readParameters({ ...request, header })
        const formId = pairs.find(([name]) => name === 'client_id')?.[1]
        const mark = `${BY_HEADER} ${sent.size}`
        sent.set(mark, { id, secret: secret ?? '', formId })
        const others = pairs.filter(([name]) => name !== 'client_id' && name !== 'client_secret')
        return [...others, ['client_id', formId ?? id], ['client_secret', mark]]
      },
      secretMatches(client, given, grantType, store) {
        const header = sent.get(given ?? '')
        if (!header) return secretMatches(client, given, grantType, store)
        return grantType === grant ? passes(header, store) : isOwn(header) && isRight(header, store)
      },
    }
  })
}

const isOwn = ({ id, formId = id }: Sent) => id === formId
const isRight = ({ id, secret }: Sent, { clients }: Store) => clients.get(id)?.secret === secret

/** Takes right credentials by HTTP Basic, and changes what comes of requests that have them. */
function openedByBasic(change: (isByHeader: () => boolean) => PolicyChange): PolicyChange {
  return (policies) => {
    let isByHeader = false
    const noting = replace('token', ({ readParameters }) => ({
      readParameters(request) {
        isByHeader = request.header('authorization') !== undefined
        return readParameters(request)
      },
    }))
    const taking = takingBasic((sent, store) => isOwn(sent) && isRight(sent, store))
    return combine(
      taking,
      noting,
      change(() => isByHeader),
    )(policies)
  }
}

/** Faults of TOKEN-3, TOKEN-7, TOKEN-8, TOKEN-15 and REFRESH-7 that show where credentials come by HTTP Basic. */
export const tokenBasicNarrowFaults: readonly Fault[] = [
  {
    id: 'token-8-basic-secret-not-compared',
    requirement: 'TOKEN-8',
    description: 'Of credentials by HTTP Basic only the id is looked up.',
    apply: takingBasic(({ formId }) => formId === undefined),
  },
  {
    id: 'token-8-basic-empty-secret',
    requirement: 'TOKEN-8',
    description: 'HTTP Basic with an empty password is taken for a client that has no secret.',
    apply: takingBasic((sent, store) => sent.secret === '' || isRight(sent, store)),
  },
  {
    id: 'token-8-basic-beside-form',
    requirement: 'TOKEN-8',
    description: 'Beside an Authorization header the secret of the form is not compared.',
    apply: takingBasic((sent, store) => sent.formId !== undefined || isRight(sent, store)),
  },
  {
    id: 'token-8-basic-of-another-client',
    requirement: 'TOKEN-8',
    description: 'One client proves who it is by HTTP Basic, and is taken for the one that the form names.',
    apply: takingBasic(isRight),
  },
  {
    id: 'refresh-7-basic-secret-not-compared',
    requirement: 'REFRESH-7',
    description: 'Where a refresh has credentials by HTTP Basic, only the id is looked up.',
    apply: takingBasic(({ formId }) => formId === undefined, 'refresh_token'),
  },
  {
    id: 'refresh-7-basic-of-another-client',
    requirement: 'REFRESH-7',
    description: 'A refresh is of the client that the form names, whoever proves by HTTP Basic who it is.',
    apply: takingBasic(isRight, 'refresh_token'),
  },
  {
    id: 'token-3-basic-used-code',
    requirement: 'TOKEN-3',
    description: 'Where credentials come by HTTP Basic, nobody asks whether a code was used.',
    apply: openedByBasic((isByHeader) =>
      replace('token', ({ claimCode }) => ({
        claimCode: (code, store) => isByHeader() || claimCode(code, store),
      })),
    ),
  },
  {
    id: 'token-7-basic-unbound',
    requirement: 'TOKEN-7',
    description: 'A client that proves by HTTP Basic who it is exchanges the codes of every other.',
    apply: openedByBasic((isByHeader) =>
      replace('token', ({ codeBelongsTo }) => ({
        codeBelongsTo: (code, client) => isByHeader() || codeBelongsTo(code, client),
      })),
    ),
  },
  {
    id: 'token-15-basic-malformed',
    requirement: 'TOKEN-15',
    description: 'A filter answers 401 without a body where a header of HTTP Basic has no colon.',
    apply: replace('rejections', ({ token }) => ({
      token(problem, request) {
        const header = request.header('authorization')
        const isMalformed = header !== undefined && basicCredentials(header).length < 2
        if (!isMalformed) return token(problem, request)
        return {
          status: 401,
          headers: { 'www-authenticate': 'Basic realm="donation-partner-api"' },
          body: '',
        }
      },
    })),
  },
]
