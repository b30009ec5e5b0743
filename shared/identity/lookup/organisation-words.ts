import { NAME_PART_CHARS_MAX } from '#shared/identity/names/edit-distance.ts'
import { ORGANISATION_TYPO_CHARS_MIN } from '#shared/identity/organisations/compare-names.ts'
import { entrepreneurName } from '#shared/identity/organisations/entrepreneur.ts'
import { readOrganisationName } from '#shared/identity/organisations/organisation-name.ts'
import type { RecordAttributes } from '#shared/identity/records/attributes.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/** Marks words of organisations among the stored spellings; names of people never have it. */
const MARK = '='

const isWord = (word: string): boolean =>
  word.length >= ORGANISATION_TYPO_CHARS_MIN && word.length <= NAME_PART_CHARS_MAX && /^\p{L}/u.test(word)

export const correctableOrganisationWords = (words: readonly string[]): string[] => words.filter(isWord)

/** Stored spelling of a word, kept apart from names of people. */
export const organisationSpelling = (word: string): string => MARK + word

export const isOrganisationSpelling = (spelling: string): boolean => spelling.startsWith(MARK)

export const organisationWordKey = (spelling: string): string => `w:${spelling.slice(MARK.length)}`

const wordsOfName = memoize((text: string): readonly string[] =>
  entrepreneurName(text) === null ? correctableOrganisationWords(readOrganisationName(text).words) : []
)

type Named = Pick<RecordAttributes, 'names' | 'displayValues' | 'organisations'>

/** Resolves the owner of a value only in records that name nobody: that is most of the cost of a load. */
export const organisationWordsOf = (attributes: Named): string[] => {
  const { workplaces, organizations } = attributes.displayValues
  if (workplaces.length + organizations.length > 0)
    return [...new Set([...organizations, ...workplaces].flatMap(wordsOfName))]
  return attributes.names.length > 0
    ? []
    : [...new Set(attributes.organisations.flatMap(({ words }) => correctableOrganisationWords(words)))]
}
