import type { NameParts } from './assign-name-parts.ts'
import { classifyNameWord, isGivenOrPatronymic, type NameWord } from './name-word.ts'

export interface CoreName {
  parts: Required<NameParts>
  beside: string[]
}

/** Of more than three words one may be a position, a state or a town. */
const CORE_WORDS = 3

const isPatronymic = ({ patronymic, patronymicEnding }: NameWord): boolean =>
  patronymic > 0 || patronymicEnding
const mayBeSurname = ({ given, patronymic }: NameWord): boolean => given === null && patronymic < 2

/**
 * Names inside four or more words, where a given name precedes its patronymic: «проф. Лев Ильич Вайсберман». The word
 * beside the pair is the surname. The likelier come first.
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

/** Whether no other word is part of the name; a second surname or given name is. */
export const isWholePerson = ({ parts: { surname }, beside }: CoreName): boolean => {
  const traits = beside.map(classifyNameWord)
  if (traits.some(isGivenOrPatronymic)) return false
  return classifyNameWord(surname).likeness < 2 || traits.some(({ likeness }) => likeness < 2)
}
