import { NAME_PART_CHARS_MAX } from '#shared/identity/names/edit-distance.ts'
import { ORGANISATION_TYPO_CHARS_MIN } from '#shared/identity/organisations/compare-names.ts'
import { entrepreneurName } from '#shared/identity/organisations/entrepreneur.ts'
import { readOrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/** Stands before a word of an organisation's name among the stored spellings, which no word of a person's has. */
const MARK = '='

const isWord = (word: string): boolean =>
  word.length >= ORGANISATION_TYPO_CHARS_MIN && word.length <= NAME_PART_CHARS_MAX && /^\p{L}/u.test(word)

/** The words of an organisation's name that are long enough to be corrected. */
export const correctableOrganisationWords = (words: readonly string[]): string[] => words.filter(isWord)

/** A word of an organisation's name as the spelling index stores it, apart from the parts of names of people. */
export const organisationSpelling = (word: string): string => MARK + word

export const isOrganisationSpelling = (spelling: string): boolean => spelling.startsWith(MARK)

/** The key of records that have the word of such a spelling. */
export const organisationWordKey = (spelling: string): string => `w:${spelling.slice(MARK.length)}`

const wordsOfName = memoize((text: string): readonly string[] =>
  entrepreneurName(text) === null ? correctableOrganisationWords(readOrganisationName(text).words) : []
)

type Named = Pick<RecordAttributes, 'names' | 'displayValues' | 'organisations'>

/**
 * Words for the spelling index of the organisations and employers that a record names. Whose its values are is told only
 * where it names nobody and no organisation in a column of its own: that is most of the cost of a load.
 */
export const organisationWordsOf = (attributes: Named): string[] => {
  const { workplaces, organizations } = attributes.displayValues
  if (workplaces.length + organizations.length > 0)
    return [...new Set([...organizations, ...workplaces].flatMap(wordsOfName))]
  return attributes.names.length > 0
    ? []
    : [...new Set(attributes.organisations.flatMap(({ words }) => correctableOrganisationWords(words)))]
}
