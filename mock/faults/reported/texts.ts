import type { DonorField } from '../../../contract/fields.ts'
import { replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import { rulingAdvisor } from '../donation/advisor.ts'
import { alsoRefusing, complaint } from '../donation/rules.ts'
import { ruling, storing } from '../donation/stored.ts'
import type { Fault, FaultSource } from '../fault.ts'
import { thread } from './thread.ts'

/** A character that takes four bytes in UTF-8, and what follows. */
const FROM_FOUR_BYTES = /[\u{10000}-\u{10ffff}].*/su

/** MySQL's `utf8` without strict mode: a value ends where a character takes four bytes. */
function endingAtFourBytes(project: string, field: DonorField, source: FaultSource): Fault {
  return {
    id: `update-17-reported-${project}-cut`,
    requirement: 'UPDATE-17',
    description: `${field} is stored in three bytes a character: it ends before the first that takes four.`,
    source,
    apply: storing((_, next) => ({ [field]: String(next[field]).replace(FROM_FOUR_BYTES, '') })),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What a deserializer that looks for times makes of a text. */
function asTime(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text) : undefined
  return time && !Number.isNaN(time.getTime()) ? time.toUTCString() : text
}

/** Refuses addresses that a validator takes for none. */
const refusing = (pattern: RegExp) =>
  alsoRefusing((value) => complaint(isText(value) && pattern.test(value), 'must be an email address'))

/** What real validators and databases made of texts and addresses. */
export const reportedTextFaults: readonly Fault[] = [
  endingAtFourBytes('profile-server', 'donor_first_name', thread('mozilla/fxa-profile-server#186')),
  endingAtFourBytes('keybase', 'donor_last_name', thread('keybase/keybase-issues#2317')),
  endingAtFourBytes('vanilla', 'donor_city', thread('vanilla/vanilla#4309')),
  endingAtFourBytes('processwire', 'donor_address_line_1', thread('processwire/processwire-issues#192')),
  endingAtFourBytes('sumo', 'donor_address_line_2', thread('mozilla/sumo#435')),
  endingAtFourBytes('osclass', 'donor_province', thread('osclass/Osclass#2263')),
  {
    id: 'update-3-reported-plus-refused',
    requirement: 'UPDATE-3',
    description: 'donor_email may have no plus sign.',
    source: thread('formencode/formencode#40'),
    apply: ruling('donor_email', refusing(/\+/)),
  },
  {
    id: 'update-3-reported-long-domain-refused',
    requirement: 'UPDATE-3',
    description: 'The top-level domain of donor_email may have four letters at most.',
    source: thread('brewlabs/sendpress#160'),
    apply: ruling('donor_email', refusing(/\.[a-z]{5,}$/i)),
  },
  {
    id: 'advisor-1-reported-plus-refused',
    requirement: 'ADVISOR-1',
    description: 'The email of an advisor may have no plus sign.',
    source: thread('mozilla/id.webmaker.org#236'),
    apply: rulingAdvisor('email', refusing(/\+/)),
  },
  {
    id: 'advisor-1-reported-long-domain-refused',
    requirement: 'ADVISOR-1',
    description: 'The top-level domain of an advisor may have three letters at most.',
    source: thread('mealie-recipes/mealie#261'),
    apply: rulingAdvisor('email', refusing(/\.[a-z]{4,}$/i)),
  },
  {
    id: 'update-3-reported-subdomain-of-hyphen-refused',
    requirement: 'UPDATE-3',
    description: 'donor_email may have no subdomain of a domain with a hyphen.',
    source: thread('colinhacks/zod#2193'),
    apply: ruling('donor_email', refusing(/@[\w-]+\.\w+-[\w-]+\.[a-z]+$/i)),
  },
  {
    id: 'update-3-reported-email-decoded',
    requirement: 'UPDATE-3',
    description: 'donor_email is decoded as a part of a URL.',
    source: thread('webrecorder/browsertrix#2084'),
    apply: storing((_, { donor_email: email }) => ({
      donor_email: email.replace(/%[2-7][\da-f]/gi, decodeURIComponent),
    })),
  },
  {
    id: 'update-3-reported-time-rewritten',
    requirement: 'UPDATE-3',
    description: 'What reads as a time in the second address line is written in another way.',
    source: thread('JamesNK/Newtonsoft.Json#862'),
    apply: storing((_, { donor_address_line_2: line }) => ({ donor_address_line_2: asTime(line) })),
  },
  {
    id: 'update-8-reported-time-rewritten',
    requirement: 'UPDATE-8',
    description: 'A memo that reads as a time is written in another way.',
    source: thread('JamesNK/Newtonsoft.Json#904'),
    apply: storing((_, { memo }) => (isText(memo) ? { memo: asTime(memo) } : {})),
  },
  {
    id: 'pledged-1-reported-time-rewritten',
    requirement: 'PLEDGED-1',
    description: 'A source that reads as a time is written in another way.',
    source: thread('phatboyg/MassTransit#108'),
    apply: storing((_, { source }) => (isText(source) ? { source: asTime(source) } : {})),
  },
  {
    id: 'error-2-reported-nul-in-text',
    requirement: 'ERROR-2',
    description: 'An escaped NUL in a text reaches the database, which refuses it: 500.',
    source: thread('schaurian/schautrack#378'),
    apply: replace('update', ({ mergeFields }) => ({
      mergeFields(update) {
        if (JSON.stringify(update.body).includes('\\u0000')) throw new Error('invalid byte sequence')
        return mergeFields(update)
      },
    })),
  },
  {
    id: 'error-2-reported-address-in-two-cases',
    requirement: 'ERROR-2',
    description: "An advisor's address is looked up as written, and unique in any letter case: 500.",
    source: thread('openaustralia/planningalerts#1632'),
    apply: replace('update', ({ advisorAfter }) => {
      const known = new Map<string, string>()
      return {
        advisorAfter(update) {
          const { advisor } = update.body
          const email = isObject(advisor) && isText(advisor.email) ? advisor.email : ''
          const first = known.get(email.toLowerCase()) ?? email
          if (first !== email) throw new Error('duplicate key value violates unique constraint')
          known.set(email.toLowerCase(), email)
          return advisorAfter(update)
        },
      }
    }),
  },
]
