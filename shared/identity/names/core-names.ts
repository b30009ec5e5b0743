import type { NameParts } from './assign-name-parts.ts'
import { classifyNameWord, isAnchor, type NameWord } from './name-word.ts'

/** Surname, given name and patronymic inside more words, and the words beside them. */
export interface CoreName {
  parts: Required<NameParts>
  beside: string[]
}

/** Three words are a name; of more one may be somebody's post, state, or town. */
const CORE_WORDS = 3

const isPatronymic = ({ patronymic, patronymicEnding }: NameWord): boolean =>
  patronymic > 0 || patronymicEnding
const mayBeSurname = ({ given, patronymic }: NameWord): boolean => given === null && patronymic < 2

/**
 * The names that four words or more hold when a given name stands before its patronymic, the likelier first: «Цойман Виктор
 * Борисович мл.», «проф. Лев Ильич Вайсберман». The word beside the pair is the surname, whatever else it means.
 */
export function coreNames(words: readonly string[]): CoreName[] {
  if (words.length <= CORE_WORDS) return []
  const traits = words.map(classifyNameWord)
  const at = traits.findIndex(
    ({ given }, place) => given !== null && isPatronymic(traits[place + 1] ?? NO_WORD)
  )
  if (at < 0) return []
  const places = [at - 1, at + 2].filter(place => mayBeSurname(traits[place] ?? NO_SURNAME))
  const likeness = (place: number) => traits[place]?.likeness ?? 0
  const likeliest = Math.max(...places.map(likeness))
  return places
    .filter(place => likeness(place) >= likeliest - 1)
    .sort((one, other) => likeness(other) - likeness(one))
    .map(place => ({
      parts: {
        surname: words[place] ?? '',
        given: words[at] ?? '',
        patronymic: words[at + 1] ?? ''
      },
      beside: words.filter((_, other) => other !== place && other !== at && other !== at + 1)
    }))
}

const NO_WORD = classifyNameWord('')
const NO_SURNAME = { ...NO_WORD, given: 'full', patronymic: 2 } as const

/**
 * Whether the words beside a core are no part of the name. Those that look like a surname beside one are its other half, «Иван
 * Иванович Иванов Петров», and given names are further ones.
 */
export const isWholePerson = ({ parts: { surname }, beside }: CoreName): boolean => {
  const traits = beside.map(classifyNameWord)
  if (traits.some(isAnchor)) return false
  return classifyNameWord(surname).likeness < 2 || traits.some(({ likeness }) => likeness < 2)
}
