import { ADVISOR_FIELDS } from '../../contract/fields.ts'
import { Rejected } from '../api/rejected.ts'
import { replace } from '../policies/replace.ts'
import type { UpdateBody } from '../policies/requested-update.ts'
import { isObject } from '../policies/rules.ts'
import {
  acceptingEach,
  LOOKS_LIKE_CODE,
  refusingTexts,
  rulingEach,
  storingDonorFields,
  texts,
} from './update-changes.ts'
import type { Variant } from './variant.ts'

/** What an HTML form takes for an email address (HTML Living Standard, valid e-mail address). */
const htmlEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

const advisorFields: ReadonlySet<string> = new Set(ADVISOR_FIELDS)

/** An object with some of its texts trimmed. */
function trimmed(body: UpdateBody, isTrimmed: (name: string) => boolean): UpdateBody {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && isTrimmed(name) ? value.trim() : value,
    ]),
  )
}

/** The variants of what an update takes where the contract leaves it open. */
export const apiInputVariants: readonly Variant[] = [
  {
    id: 'names-over-64-refused',
    description: 'Names of more than 64 characters are refused.',
    apply: rulingEach(
      ['donor_first_name', 'donor_last_name'],
      (inForce) => (value, update) =>
        inForce(value, update) ?? (String(value).length > 64 ? 'is too long' : undefined),
    ),
  },
  {
    id: 'emails-over-100-refused',
    description: 'Email addresses of more than 100 characters are refused (varchar(100)).',
    apply: rulingEach(
      ['donor_email'],
      (inForce) => (value, update) =>
        inForce(value, update) ?? (String(value).length > 100 ? 'is too long' : undefined),
    ),
  },
  {
    id: 'postal-codes-over-16-refused',
    description: 'Postal codes of more than 16 characters are refused.',
    apply: rulingEach(
      ['donor_postal_code'],
      (inForce) => (value, update) =>
        inForce(value, update) ?? (String(value).length > 16 ? 'is too long' : undefined),
    ),
  },
  {
    id: 'emails-as-in-html-forms',
    description: 'An email address is what an HTML form takes for one (Rails, many JavaScript validators).',
    apply: rulingEach(
      ['donor_email'],
      () => (value) =>
        typeof value === 'string' && htmlEmail.test(value) ? undefined : 'is not an email address',
    ),
  },
  {
    id: 'emails-domain-in-lower-case',
    description: 'The domain of an email address is stored in lower case (normalize_email of Django).',
    apply: storingDonorFields((sent, stored) =>
      typeof sent === 'string' && /^[^@\s]+@[^@\s]+$/.test(stored)
        ? stored.replace(/@.*$/, (domain) => domain.toLowerCase())
        : stored,
    ),
  },
  {
    id: 'emails-of-special-use-refused',
    description:
      "Addresses of names that are nobody's (RFC 6761: test, invalid, localhost) are refused (Pydantic).",
    apply: rulingEach(
      ['donor_email'],
      (inForce) => (value, update) =>
        inForce(value, update) ??
        (/[@.](test|invalid|local|localhost|onion|arpa)$/i.test(String(value)) ? 'is nobody' : undefined),
    ),
  },
  {
    id: 'emails-by-rules-of-providers',
    description:
      "Addresses of a provider are refused that its rules have no room for (validator.js's domain_specific_validation).",
    apply: rulingEach(
      ['donor_email'],
      (inForce) => (value, update) =>
        inForce(value, update) ??
        (/^[^@+]{31,}(\+[^@]*)?@(gmail|googlemail|yahoo|outlook|icloud)\.com$/i.test(String(value))
          ? 'is nobody'
          : undefined),
    ),
  },
  {
    id: 'designations-in-small-letters',
    description: 'A designation_id with capitals is refused: ids are compared as texts.',
    apply: rulingEach(
      ['designation_id'],
      (inForce) => (value, update) =>
        inForce(value, update) ?? (/[A-F]/.test(String(value)) ? 'must be in lower case' : undefined),
    ),
  },
  {
    id: 'unknown-advisor-fields-refused',
    description: 'A field of an advisor that the contract does not name is refused.',
    apply: rulingEach(['advisor'], (inForce) => (value, update) => {
      const unknown = isObject(value) ? Object.keys(value).filter((name) => !advisorFields.has(name)) : []
      return (
        inForce(value, update) ?? (unknown.length > 0 ? `must not hold ${unknown.join(', ')}` : undefined)
      )
    }),
  },
  {
    id: 'code-refused-and-repeated',
    description: 'Texts that look like markup, SQL or a template are refused, and repeated in the refusal.',
    apply: rulingEach(texts, (inForce) => (value, update) => {
      const looks = typeof value === 'string' && LOOKS_LIKE_CODE.test(value)
      return inForce(value, update) ?? (looks ? `must not look like code: ${value}` : undefined)
    }),
  },
  {
    id: 'null-bytes-refused',
    description:
      'Texts with a null character are refused, others with control characters taken (PostgreSQL).',
    apply: refusingTexts((text) => text.includes('\0')),
  },
  {
    id: 'blank-texts-refused',
    description: 'Texts of nothing but blanks are refused, empty ones are taken.',
    apply: refusingTexts((text) => text !== '' && text.trim() === ''),
  },
  {
    id: 'quantities-of-32-bits',
    description: 'A quantity over 2147483647 is refused (integer column).',
    apply: rulingEach(
      ['quantity'],
      (inForce) => (value, update) =>
        inForce(value, update) ?? (Number(value) > 2_147_483_647 ? 'is too large' : undefined),
    ),
  },
  {
    id: 'quantities-from-zero',
    description: 'A quantity may be zero.',
    apply: acceptingEach(['quantity'], (value) => value === 0),
  },
  {
    id: 'merge-patch-accepted',
    description:
      'A body of type application/merge-patch+json is taken as well (Spring, Express with type settings).',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) =>
        parseBody({
          ...request,
          header(name) {
            const value = request.header(name)
            return name === 'content-type'
              ? value?.replace(/^application\/[\w.-]+\+json/i, 'application/json')
              : value
          },
        }),
    })),
  },
  {
    id: 'byte-order-mark-ignored',
    description: 'A byte order mark before the JSON of a request is ignored (RFC 8259, 8.1).',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const [first, second, third] = request.body
        const hasMark = first === 0xef && second === 0xbb && third === 0xbf
        return parseBody(hasMark ? { ...request, body: request.body.subarray(3) } : request)
      },
    })),
  },
  {
    id: 'body-checked-before-donation',
    description:
      'A body that is no JSON object is refused before the donation is looked up (FastAPI, Spring).',
    apply: replace('update', ({ findDonation, parseBody }) => ({
      findDonation(store, id, request) {
        parseBody(request)
        return findDonation(store, id, request)
      },
    })),
  },
  {
    id: 'token-in-two-places-400',
    description: 'A token in the header and in the query gets 400: only one way is allowed (RFC 6750, 2).',
    apply: replace('bearer', ({ readToken }) => ({
      readToken(request) {
        const isTwice =
          request.header('authorization') !== undefined && /(^|&)access_token=/.test(request.query)
        if (isTwice) throw new Rejected('malformed-body', 'The access token was sent twice.')
        return readToken(request)
      },
    })),
  },
  {
    id: 'texts-trimmed-before-checks',
    description:
      'Blanks and line ends around names, addresses and other texts are cut off before anything looks at them.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const { advisor, ...body } = parseBody(request)
        const others = trimmed(body, (name) =>
          texts.some((text) => text === name && text !== 'donor_country'),
        )
        if (advisor === undefined) return others
        return { ...others, advisor: isObject(advisor) ? trimmed(advisor, () => true) : advisor }
      },
    })),
  },
  {
    id: 'all-texts-trimmed-before-checks',
    description:
      'Blanks and line ends around each text, countries and ids of designations too, are cut off before all checks (Laravel).',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) => trimmed(parseBody(request), () => true),
    })),
  },
  {
    id: 'countries-trimmed-before-checks',
    description: 'Blanks and line ends around donor_country alone are cut off before anything looks at it.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) => trimmed(parseBody(request), (name) => name === 'donor_country'),
    })),
  },
  {
    id: 'addresses-trimmed-before-checks',
    description:
      'Blanks and line ends around donor_email alone are cut off before anything looks at it (Rails, by custom).',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) => trimmed(parseBody(request), (name) => name === 'donor_email'),
    })),
  },
  {
    id: 'bearer-cut-at-blanks',
    description:
      'Of what stands behind Bearer the first word counts (Express middleware that splits the header).',
    apply: replace('bearer', ({ readToken }) => ({
      readToken: (request) =>
        readToken(request) ?? /^Bearer (\S+) /.exec(request.header('authorization') ?? '')?.[1],
    })),
  },
  {
    id: 'malformed-authorization-400',
    description:
      'An Authorization header that begins like Bearer and is no scheme and token gets 400 (RFC 6750, 3.1).',
    apply: replace('bearer', ({ readToken }) => ({
      readToken(request) {
        const header = request.header('authorization')
        if (header !== undefined && /^bearer/i.test(header) && !/^bearer [\w.~+/-]+=*$/i.test(header))
          throw new Rejected('malformed-body', 'The Authorization header is malformed.')
        return readToken(request)
      },
    })),
  },
  {
    id: 'bearer-scheme-exact',
    description:
      'The scheme is taken as Bearer in this letter case only (Express middleware that splits the header).',
    apply: replace('bearer', ({ readToken }) => ({
      readToken: (request) =>
        request.header('authorization')?.startsWith('Bearer ') ? readToken(request) : undefined,
    })),
  },
]
