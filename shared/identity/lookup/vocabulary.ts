import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import {
  ANY_COOCCURRENCE,
  addCooccurrence,
  type CooccurrenceFilter,
  emptyFilter
} from './cooccurrence-filter.ts'
import { type NameForms, nameForms } from './name-key.ts'
import { organisationSpelling } from './organisation-words.ts'
import { type Spelling, spellingsOf } from './spelling-index.ts'

/** A spelling with its count and signature. */
export interface Word extends Spelling {
  met: number
  beside: CooccurrenceFilter
}

interface GrowingWord extends Word {
  beside: number[]
}

/** After so many records the signature has most of its bits and tells nothing. */
const MET_ANYWHERE = 16

/** Binary logarithm, rounded down. */
export const magnitudeOf = (met: number): number => 31 - Math.clz32(met)

const isPowerOfTwo = (met: number): boolean => (met & (met - 1)) === 0

interface Vocabulary {
  /** Calls back with words that are new or whose magnitude or signature changed. */
  learn(name: PersonName, onChange: (word: Word) => void): void
  /** The same for organisations, without a signature. */
  learnOrganisationWord(word: string, onChange: (word: Word) => void): void
}

/**
 * Counts the words of names while records load; a repeated word costs one look-up or two.
 * @param wordsMax Bounds the memory, about 200 bytes a word. A forgotten word is learned anew.
 */
export function createVocabulary(wordsMax: number): Vocabulary {
  const words = new Map<string, GrowingWord>()
  const ofPart: Record<NamePart, Map<string, GrowingWord[]>> = {
    surname: new Map(),
    given: new Map(),
    patronymic: new Map()
  }

  function wordsOf(part: NamePart, written: string): GrowingWord[] {
    const spellings = spellingsOf({ [part]: written, labelled: true, written })
    return spellings.map(({ spelling, form }) =>
      words.getOrInsertComputed(`${spelling} ${form}`, () => ({
        spelling,
        form,
        met: 0,
        beside: emptyFilter()
      }))
    )
  }

  function makeRoom(): void {
    if (words.size >= wordsMax) for (const cache of [words, ...Object.values(ofPart)]) cache.clear()
  }

  return {
    learn(name, onChange) {
      makeRoom()
      let forms: NameForms | undefined
      for (const part of NAME_PARTS) {
        const written = name[part]
        if (written === undefined) continue
        for (const word of ofPart[part].getOrInsertComputed(written, () => wordsOf(part, written))) {
          word.met += 1
          const isNewMagnitude = isPowerOfTwo(word.met)
          let isBesideOthers = false
          if (word.met < MET_ANYWHERE) {
            forms ??= nameForms(name)
            isBesideOthers = addCooccurrence(word.beside, part, forms)
          } else if (word.met === MET_ANYWHERE) word.beside = [...ANY_COOCCURRENCE]
          if (isNewMagnitude || isBesideOthers) onChange(word)
        }
      }
    },

    learnOrganisationWord(written, onChange) {
      makeRoom()
      const spelling = organisationSpelling(written)
      const word = words.getOrInsertComputed(spelling, () => ({
        spelling,
        form: spelling,
        met: 0,
        beside: emptyFilter()
      }))
      word.met += 1
      if (isPowerOfTwo(word.met)) onChange(word)
    }
  }
}
