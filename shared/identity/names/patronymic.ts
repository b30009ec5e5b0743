import { memoize } from '#shared/identity/text/memoize.ts'
import { DAUGHTER_WORDS, SON_WORDS, withOneApostrophe } from './child-words.ts'
import { givenGroup, isKnownGiven, maleNames, maleSpellings } from './given-names.ts'
import { otherSounds } from './latin-readings.ts'
import { collapseSounds, phoneticKey, soundClasses } from './phonetic-key.ts'
import type { Gender } from './types.ts'

/** In sound classes: ович, евич, овна, евна, івна; ич, ична, инична and spoken ыч after a father's stem. */
const USUAL = /^(.{2,})(?:(?:ov|ev)(?:iC|na)|ivna)$/
const SHORT = /^(.{2,}?)(?:iniCna|iCna|iC)$/
/** Belarusian авіч, аўна, еўна need a known father, because surnames end like that too. */
const BELARUSIAN = /^(.{2,})(?:aviC|auna|euna)$/
const GROWN_TOGETHER = new RegExp(`^(\\p{L}{3,}?)(-?)(${[...SON_WORDS, ...DAUGHTER_WORDS].join('|')})$`, 'u')
/** These may end any word: «Паули», «Honolulu». */
const SHORT_CHILD_WORD = /^\p{L}{3}$/u

const IRREGULAR: [string, string][] = [
  ['lv', 'лев'],
  ['pavl', 'павел'],
  ['iakovl', 'яков'],
  ['iak', 'яков'],
  ['san', 'александр'],
  ['pal', 'павел'],
  ['mihal', 'михаил'],
  ['mihail', 'михаил'],
  ['gavril', 'гавриил'],
  ['petr', 'пётр'],
  ['vasil', 'василий'],
  ['danil', 'даниил'],
  ['daniil', 'даниил'],
  ['samoil', 'самуил'],
  ['evgen', 'евгений'],
  ['avdeev', 'авдей'],
  ['ierem', 'еремей']
]
const FATHER_OF_STEM = new Map(IRREGULAR)
for (const name of maleNames())
  for (const stem of stemsOf(name)) if (!FATHER_OF_STEM.has(stem)) FATHER_OF_STEM.set(stem, name)
/** Kept apart, because «Стефанович» is rather a surname. */
const FATHER_OF_OTHER_STEM: ReadonlyMap<string, string> = new Map(
  maleSpellings().flatMap(name => stemsOf(name).map((stem): [string, string] => [stem, name]))
)

const fatherOfStem = (stem: string): string | undefined =>
  FATHER_OF_STEM.get(stem) ?? FATHER_OF_STEM.get(stem.replace(/i$/, ''))
const fatherOfOtherStem = (stem: string): string | undefined =>
  FATHER_OF_OTHER_STEM.get(stem) ?? FATHER_OF_OTHER_STEM.get(stem.replace(/i$/, ''))

function stemsOf(name: string): string[] {
  const sound = soundClasses(name)
  if (/ii$/.test(sound)) return [sound.slice(0, -2), sound.slice(0, -1)]
  if (/i$/.test(sound)) return [sound.slice(0, -1), sound]
  if (/au$/.test(sound)) return [sound, `${sound.slice(0, -1)}v`]
  if (/ia$/.test(sound)) return [sound.slice(0, -2), sound.slice(0, -1)]
  return /[aeo]$/.test(sound) ? [sound.slice(0, -1), sound] : [sound]
}

interface PatronymicParse {
  /** Phonetic key of the known father's group, else of the stem. */
  father: string
  strength: 1 | 2
  gender?: Gender
}

const NO_PATRONYMIC = Symbol('no patronymic')
/** No surname has the daughters' ending; sons' is that of «Бабич» too. */
const DAUGHTER = /^(.{2,}?)(?:iniCna|iCna)$/

const memoizedParse = memoize((written: string): PatronymicParse | typeof NO_PATRONYMIC => {
  const word = written.toLowerCase()
  const turkic = parseTurkic(word)
  if (turkic) return turkic
  const own = parseSounds(soundClasses(word), word)
  if (own?.strength === 2) return own
  for (const sound of otherSounds(word)) {
    const other = parseSounds(sound, word)
    if (other?.strength === 2) return other
  }
  return own ?? NO_PATRONYMIC
})

function parseSounds(sound: string, word: string): PatronymicParse | null {
  const gender: Gender = sound.endsWith('na') ? 'female' : 'male'
  const usual = USUAL.exec(sound)?.[1]
  if (usual !== undefined) {
    const father = fatherOfStem(usual)
    const other = father ?? fatherOfOtherStem(usual)
    const isSure = father !== undefined || (other !== undefined && gender === 'female')
    return { father: other ? givenGroup(other) : collapseSounds(usual), strength: isSure ? 2 : 1, gender }
  }
  const belarusian = BELARUSIAN.exec(sound)?.[1]
  const belarusianFather = belarusian && (fatherOfStem(belarusian) ?? fatherOfOtherStem(belarusian))
  if (belarusianFather)
    return { father: givenGroup(belarusianFather), strength: gender === 'female' ? 2 : 1, gender }
  const stem = SHORT.exec(sound)?.[1]?.replace(/(.)\1$/, '$1')
  const father = stem === undefined ? undefined : FATHER_OF_STEM.get(stem)
  if (!father) {
    const unknown = DAUGHTER.exec(sound)?.[1]
    return unknown === undefined ? null : { father: collapseSounds(unknown), strength: 1, gender: 'female' }
  }
  const sure = /[аяй]$/.test(father) || sound.endsWith('na') || word.endsWith('ыч')
  return { father: givenGroup(father), strength: sure ? 2 : 1, gender }
}

/** «Ага оглы», «Ага-оглы», «Агаоглы». */
function parseTurkic(word: string): PatronymicParse | null {
  const [, father = '', hyphen, child = ''] =
    GROWN_TOGETHER.exec(withOneApostrophe(word.replace(/\s/g, '-'))) ?? []
  if (father === '') return null
  if (
    hyphen === '' &&
    SHORT_CHILD_WORD.test(child) &&
    !CYRILLIC_CHILD_WORD.test(child) &&
    !isKnownGiven(father)
  )
    return null
  return {
    father: givenGroup(father),
    strength: 2,
    gender: DAUGHTER_WORDS.has(child) ? 'female' : 'male'
  }
}

/** Parses a word or «Ага оглы» as a patronymic; null when it is none. */
export function parsePatronymic(word: string): PatronymicParse | null {
  const parsed = memoizedParse(word)
  return parsed === NO_PATRONYMIC ? null : (parsed as PatronymicParse)
}

/** «Фокич»: a patronymic of an unknown name, or a surname. */
export const endsAsPatronymic = (word: string): boolean =>
  /^\p{L}{3,}(?:ич|ыч)$/u.test(word.toLowerCase()) && parsePatronymic(word) === null

const CYRILLIC_CHILD_WORD = /^(?:улы|ұлы)$/

/**
 * Key of the father: `givenGroup` of a known one («Сергеевна»), else the key of the stem; undefined for no patronymic.
 */
export function fatherOf(patronymic: string): string | undefined {
  return parsePatronymic(patronymic)?.father
}

export function patronymicKey(patronymic: string): string {
  const parsed = parsePatronymic(patronymic)
  return parsed
    ? `${parsed.father}+${parsed.gender === 'female' ? 'd' : 's'}`
    : phoneticKey(patronymic.replace(/[\s-]/g, ''))
}
