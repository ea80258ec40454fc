import { OBSERVABLE_FIELDS } from '../../../contract/fields.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { showing, storing } from '../../faults/donation/stored.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { type Breakage, breakage, type Condition } from '../condition.ts'
import type { TextField } from '../updates/beside.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'

/** What becomes of a text; undefined where the donation keeps what it had. */
type Alteration = (text: string) => string | undefined

/** Each alters every text that is not empty, but for the last, which alters letters. */
const ALTERATIONS: Readonly<Record<string, readonly [words: string, alter: Alteration]>> = {
  cut: ['loses its last character', (text) => [...text].slice(0, -1).join('')],
  emptied: ['is emptied', () => ''],
  stays: ['keeps the value it had', () => undefined],
  'other-first': [
    'gets another first character',
    (text) => `${text.startsWith('?') ? '!' : '?'}${text.slice(1)}`,
  ],
  doubled: ['is stored twice over', (text) => text + text],
  'other-case': [
    'is stored in the other letter case',
    (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
  ],
}

/** Where it shows: from then on, or in the answer alone. */
type Place = 'stored' | 'shown'

/** Where a text without letters may be what the condition is about. */
const CASELESS =
  /^(digits|number|date|decimal|leading-zero|json|formula|is-|of-1$|of-2$|other-digits|han|hiragana|katakana|hangul|thai|arabic|hebrew|devanagari|ethiopic|bengali|tamil|emoji)/

/** How a field breaks that comes back otherwise than it was sent. */
export function alteringBreaks(
  requirement: RequirementId,
  field: TextField,
  conditions: readonly Condition<UpdateTurn>[],
  alsoBreaks: readonly RequirementId[] = [],
): readonly Breakage[] {
  return Object.entries(ALTERATIONS).flatMap(([name, [words, alter]]) =>
    placesOf(field).map((where) =>
      breakage<UpdateTurn>({
        requirement,
        name: `${field}-${name}${where === 'shown' ? '-shown' : ''}`,
        description: `${field} ${words}${where === 'shown' ? ', in the answer only,' : ''}`,
        conditions,
        alsoBreaks,
        except: (values) =>
          // The letter case of a country is free.
          (name === 'other-case' && field === 'donor_country') ||
          (name === 'other-case' && values.some((value) => CASELESS.test(value.split('=')[1] ?? ''))) ||
          (name === 'stays' && values.some((value) => value.startsWith('transition='))) ||
          (name === 'other-case' && values.includes('transition=case')),
        apply: (when) => altering(field, alter, when, where),
      }),
    ),
  )
}

/** What the contract says of answers ends with the observable fields: how they show the others is free. */
function placesOf(field: TextField): readonly Place[] {
  return OBSERVABLE_FIELDS.some((one) => one === field) ? ['stored', 'shown'] : ['stored']
}

function altering(
  field: TextField,
  alter: Alteration,
  when: (turn: UpdateTurn) => boolean,
  where: Place,
): PolicyChange {
  return knowingThePast((turnOf) => {
    const altered = (turn: UpdateTurn) => {
      const text = turn.body[field]
      if (typeof text !== 'string' || !when(turn)) return {}
      return { [field]: alter(text) ?? turn.donation[field] }
    }
    return where === 'stored'
      ? storing((update) => altered(turnOf(update)))
      : showing((update, record) => ({ ...record, ...altered(turnOf(update)) }))
  })
}

/** A value that is refused although it must not be. */
export function refusingBreak(
  requirement: RequirementId,
  field: TextField,
  conditions: readonly Condition<UpdateTurn>[],
): Breakage {
  return breakage<UpdateTurn>({
    requirement,
    name: `${field}-refused`,
    description: `${field} is refused`,
    conditions,
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ fieldRules }) => ({
          fieldRules: {
            ...fieldRules,
            [field]: (value: unknown, update: Update) =>
              fieldRules[field](value, update) ?? (when(turnOf(update)) ? 'is not acceptable' : undefined),
          },
        })),
      ),
  })
}
