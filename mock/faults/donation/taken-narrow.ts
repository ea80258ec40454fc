import { ADVISOR_FIELDS } from '../../../contract/fields.ts'
import { replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { rulingAdvisor } from './advisor.ts'
import { takingForNull } from './designation.ts'
import { accepting } from './narrow.ts'
import { alsoAccepting } from './rules.ts'
import { ruling } from './stored.ts'

/** Faults that show with one value that is taken and should not be. */
export const takenNarrowFaults: readonly Fault[] = [
  {
    id: 'update-10-english-names-accepted',
    requirement: 'UPDATE-10',
    description: 'The name of a country in English is taken for its code.',
    apply: accepting('donor_country', (value) => value === 'France' || value === 'Canada'),
  },
  {
    id: 'update-10-withdrawn-codes-accepted',
    requirement: 'UPDATE-10',
    description: 'Codes of countries that no longer are, such as yu, are accepted.',
    apply: accepting('donor_country', (value) => value === 'yu' || value === 'su'),
  },
  {
    id: 'update-11-semicolons-separate-addresses',
    requirement: 'UPDATE-11',
    description: 'Two addresses with a semicolon between them are accepted as donor_email.',
    apply: accepting(
      'donor_email',
      (value) => typeof value === 'string' && /^\S+@[^;]+;\S+@\S+$/.test(value),
    ),
  },
  {
    id: 'update-12-nested-list-as-province',
    requirement: 'UPDATE-12',
    description: 'A list in a list as donor_province is accepted.',
    apply: accepting('donor_province', (value) => Array.isArray(value) && Array.isArray(value[0])),
  },
  {
    id: 'pledged-5-quantity-with-decimals-in-text',
    requirement: 'PLEDGED-5',
    description: 'A quantity as text with decimals, "3.0", is accepted.',
    apply: ruling(
      'quantity',
      alsoAccepting((value) => value === '3.0'),
    ),
  },
  {
    id: 'designation-3-zeros-clear',
    requirement: 'DESIGNATION-3',
    description: 'A UUID of zeros is taken for none.',
    apply: takingForNull((value) => value === '00000000-0000-0000-0000-000000000000'),
  },
  {
    id: 'designation-4-word-undefined-is-none',
    requirement: 'DESIGNATION-4',
    description: 'The word undefined as designation_id is taken for null.',
    apply: takingForNull((value) => value === 'undefined'),
  },
  {
    id: 'advisor-2-two-names-of-three-suffice',
    requirement: 'ADVISOR-2',
    description: 'A title and a biography tell who the advisor is: no email is asked for.',
    apply: replace('update', ({ requiredAdvisorFields }) => ({
      requiredAdvisorFields: (update) => {
        const { advisor } = update.body
        const given = isObject(advisor) ? ADVISOR_FIELDS.filter((field) => field in advisor) : []
        return given.join() === 'title,bio' ? [] : requiredAdvisorFields(update)
      },
    })),
  },
  {
    id: 'advisor-5-list-in-list-as-title',
    requirement: 'ADVISOR-5',
    description: 'A list in a list as an advisor’s title is accepted.',
    apply: rulingAdvisor(
      'title',
      alsoAccepting((value) => Array.isArray(value) && Array.isArray(value[0])),
    ),
  },
  {
    id: 'advisor-5-display-name-accepted',
    requirement: 'ADVISOR-5',
    description: 'An advisor’s email may have a name in front and angle brackets.',
    apply: rulingAdvisor(
      'email',
      alsoAccepting((value) => typeof value === 'string' && /<\S+@\S+\.\w+>$/.test(value)),
    ),
  },
]
