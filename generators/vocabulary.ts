import { faker } from '@faker-js/faker/locale/en'

/** Names and addresses that any service accepts: words of ASCII letters and digits, with single spaces. */
const ORDINARY = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/

/** Longest word list entry, in characters: with a house number it fits an address line of 40. */
const LONGEST = 35

/*
 * Only faker's word lists are used, never its random functions: fast-check picks from the lists, so that
 * values depend on its seed alone and can shrink. They shrink to the first entry: it should be a simple one.
 */
const { person, location, word } = faker.rawDefinitions

/** First names, beginning with `Ann`. */
export const FIRST_NAMES = ordinary(['Ann', 'Mary Ann', 'Jean Luc'], person?.first_name)

/** Last names, beginning with `Lee`. Some look like programming literals or start with a small letter. */
export const LAST_NAMES = ordinary(
  ['Lee', 'Null', 'True', 'van den Berg', 'de la Cruz', 'McKenzie'],
  person?.last_name,
)

/** Cities, beginning with `Ames`. */
export const CITIES = ordinary(['Ames'], { generic: location?.city_name })
/** States of the USA and their abbreviations, beginning with `Ohio`. */
export const PROVINCES = ordinary(['Ohio'], { generic: location?.state, short: location?.state_abbr })
/** Streets, beginning with `Oak Street`. */
export const STREETS = ordinary(['Oak Street'], { generic: location?.street_name })
/** Occupations, beginning with `Advisor`. */
export const JOBS = ordinary(['Advisor'], { generic: person?.job_type })
/** Common nouns, beginning with `gift`. */
export const NOUNS = ordinary(['gift'], { generic: word?.noun })

/** The first entries, followed by those of the lists that any service accepts. */
function ordinary(
  simplest: readonly string[],
  lists: Readonly<Record<string, readonly string[] | null | undefined>> | null | undefined,
): readonly string[] {
  const all = Object.values(lists ?? {}).flatMap((list) => list ?? [])
  return [...simplest, ...all.filter((text) => text.length <= LONGEST && ORDINARY.test(text))]
}
