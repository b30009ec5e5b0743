import { memoize } from '#shared/identity/text/memoize.ts'
import { otherSounds } from './latin-readings.ts'
import { collapseSounds, soundClasses } from './phonetic-key.ts'
import type { Gender } from './types.ts'

const FEMALE_OF_PAIR = /(?:ov|ev|in)a$/
/** Feminine adjectives -ская, -ная, -чая, -няя, Ukrainian -ська, Polish -cka; short nouns like «Зая» excluded. */
const FEMALE_ADJECTIVE = /(?:[sc]k|[nvhl]|..[^aeiou])aia$|niaia$|(?:ov|ev|in|...l|..n)[sc]ka$/
const PAIR = /(?:ov|ev|in)a?$/
/** Adjective endings in sound classes, and their Latin remains. */
const ADJECTIVE = /(?:iaia|aia|oi|ii|i)$|(?<=(?:ov|ev|in|...l|..n)[sc]k)a$/
const STEM_MIN = 3

/**
 * Phonetic key without the ending of gender, the same for Иванов, Иванова and Ivanova; each half of a double surname.
 */
export const surnameStem = memoize((token: string): string =>
  token
    .split(/[\s-]+/)
    .map(part => collapseSounds(stemOfSound(soundClasses(part))))
    .join('')
)

export const otherSurnameStems = (token: string): readonly string[] => {
  const sounds = otherSounds(token)
  return sounds.length === 0 ? sounds : sounds.map(sound => collapseSounds(stemOfSound(sound)))
}

function stemOfSound(sound: string): string {
  if (FEMALE_OF_PAIR.test(sound)) return sound.length > STEM_MIN + 1 ? sound.slice(0, -1) : sound
  const stem = sound.replace(ADJECTIVE, '')
  return stem.length >= STEM_MIN ? stem : sound
}

/** Gender shown by a surname; undefined for Шевчук, Черных. */
export function genderOfSurname(surname: string): Gender | undefined {
  const sound = soundClasses(surname.split(/[\s-]+/).at(-1) ?? '')
  if (FEMALE_OF_PAIR.test(sound) || FEMALE_ADJECTIVE.test(sound)) return 'female'
  if (/(?:ov|ev)$/.test(sound) || /[^aeiou]in$/.test(sound) || /[sc]k(?:ii|oi)$/.test(sound)) return 'male'
  return undefined
}

const ADJECTIVE_SURNAME = /(?:[sc]k|[nlhrgt])(?:ii|oi|aia|i)$/
const STRONG = /(?:enko|Cenko|Cuk|iuk|Suk|dze|Svili|ian|iants|ianc|ovic|evic|ovskih|ovih|evih|nih|skih)$/
const WEAK =
  /(?:ko|uk|ak|iak|ec|ic|iC|man|er|berg|Stein|Stain|iia|ava|aia|ua|ba|zade|li|ih|un|ai|ei|enok|onok|ik|ar|ura|ila|aro|alo|ailo|son|ing|[aeo]ld|bah|ius|rdt|ndt)$/

/** 2: usual Russian ending; 1: rarer; 0: none. */
export const surnameLikeness = memoize((token: string): 0 | 1 | 2 => {
  const sound = soundClasses(token.split(/[\s-]+/).at(-1) ?? '')
  if (sound.length < 3) return 0
  if ((PAIR.test(sound) && sound.length > 3) || STRONG.test(sound)) return 2
  if (/[sc]k(?:ii|oi|aia|i|y)$|(?:ov|ev|in|...l|..n)[sc]ka$/.test(sound)) return 2
  return ADJECTIVE_SURNAME.test(sound) || WEAK.test(sound) ? 1 : 0
})
