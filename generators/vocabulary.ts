import { faker } from '@faker-js/faker/locale/en'

/** What every careful form accepts in a name or an address: ASCII letters and digits, single blanks between words. */
const ORDINARY = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/

/** Room for a house number before a street, in the forty characters that an address line is sure to hold. */
const LONGEST = 35

/*
 * Only faker's word lists are used, never its random functions: fast-check picks from them, so that its seed alone
 * decides each value, and so that a value shrinks. It shrinks to the first of its list: the simplest stands there.
 */
const { person, location, word } = faker.rawDefinitions

export const FIRST_NAMES = ordinary(['Ann', 'Mary Ann', 'Jean Luc'], person?.first_name)

/** Some surnames are easily taken for a value of a program, or do not start with a capital. */
export const LAST_NAMES = ordinary(
  ['Lee', 'Null', 'True', 'van den Berg', 'de la Cruz', 'McKenzie'],
  person?.last_name,
)

export const CITIES = ordinary(['Ames'], { generic: location?.city_name })
export const PROVINCES = ordinary(['Ohio'], { generic: location?.state, short: location?.state_abbr })
export const STREETS = ordinary(['Oak Street'], { generic: location?.street_name })
export const JOBS = ordinary(['Advisor'], { generic: person?.job_type })
export const NOUNS = ordinary(['gift'], { generic: word?.noun })

function ordinary(
  simplest: readonly string[],
  lists: Readonly<Record<string, readonly string[] | null | undefined>> | null | undefined,
): readonly string[] {
  const all = Object.values(lists ?? {}).flatMap((list) => list ?? [])
  return [...simplest, ...all.filter((text) => text.length <= LONGEST && ORDINARY.test(text))]
}
