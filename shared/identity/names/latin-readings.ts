import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { collapseSounds, soundClasses, soundsOfLetters } from './phonetic-key.ts'

/** How a language writes sounds in Latin letters, where `soundClasses` hears them otherwise. */
interface Spelling {
  /** Letters by which a word may be of the language. */
  signs: RegExp
  /** Their sounds, in the letters that `soundClasses` hears as meant; longer letters first. */
  sounds: readonly (readonly [letters: string, heard: string])[]
}

/** «chtch щ,ch ш» */
const spelling = (signs: RegExp, sounds: string): Spelling => ({
  signs,
  sounds: sounds.split(',').map(pair => {
    const [letters = '', heard = ''] = pair.split(' ')
    return [letters, heard] as const
  })
})

const FRENCH =
  'chtch щ,tch ч,ch ш,sch ш,ou у,dj дж,j ж,gu(?=[eiyéèêëï]) г,aï ай,[iy]ne$ ин,ski$ ский,ts ц,w в,y(?=[aeou]) й,é е,è е,ë е,ï и'
const GERMAN =
  '(?<=sch)o(?=wa?$) е,schtsch щ,tsch ч,dsch дж,sch ш,ch х,ck к,ä е,ae е,ö е,oe е,ü у,ue у,ß с,w в,z ц,j й'
const POLISH =
  'szcz щ,(?<=[pkt]|ch)rz ш,rz(?=ch) ш,rz ж,sz ш,cz ч,dż дж,dź дз,ch х,ż ж,ź з,ą(?=[bp]) ом,ą(?=m) о,ą он,ę(?=[bp]) ем,ę ен,ł л,ń н,ó у,io(?=\\p{L}) ё,ść сть,ć ц,ś с,c ц,w в,j й'
const TURKIC = 'dzh дж,c дж,ç ч,ş ш,ğ г,x х,q г,ı ы,j ж,ä а,o[fv]$ ов'

/** Words of nothing but syllables of Japanese, with a sound that its romanisation writes otherwise than English. */
const JAPANESE =
  /^(?=.*(?:j|sh|ch))(?:(?:sh|ch|ts|[kgnhbpmr]y|[kgsztdnhbpmryjwf])?[aeiouāīūēō]|n(?![aeiouāīūēōy]))+$/

/**
 * The spellings of Slavic and Turkic names in France, Germany, Poland, Turkey and Azerbaijan by their orthographies. German sch
 * is ш and ж (Schukow), Azerbaijani ə is а, between consonants also е, and h at the beginning also г (Həsənov, Гасанов); an English
 * j and an Italian gi is дж. Of Serbian names in -ić many lose
 * their accents. Japanese by the systems of Hepburn and Polivanov.
 * Ukrainian -івський is -ивский in Russian papers, and by its origin -овский.
 */
const SPELLINGS: readonly Spelling[] = [
  spelling(/ou|tch|dj|gu[eiyéèêëï]|[ktvlnrshd][iy]ne$|aï/, FRENCH),
  spelling(/sch|ch.*w|[äöüß]|oe(?=[^aeiouyvw])/, GERMAN),
  spelling(/sch/, `(?<=sch)o(?=wa?$) е,schtsch щ,tsch ч,dsch дж,sch ж,${GERMAN}`),
  spelling(/sz|cz|rz|[ąęłńśźżć]|[cd]ki$/, POLISH),
  spelling(/[əğışç]|q(?!u)|x.|ä.*o[fv]$|c[aeiou].*(?:ov|ev|ova|eva|in|ina)$/, `ə а,${TURKIC}`),
  spelling(/.ə|ə.*c/, `(?<=\\p{L})ə е,ə а,${TURKIC}`),
  spelling(/^h.*[əüışçğ]/, `^h г,ə а,${TURKIC}`),
  spelling(/^(?!.*(?:ou|tch|ski)).*j[aeiou]|gi[aou]|gg[ei]/, 'j дж,gg?i(?=[aou]) дж,gg?(?=[ei]) дж'),
  spelling(JAPANESE, 'j дз,sh с,ch т'),
  spelling(/[a-z]{3}ic$/, 'c ч,j й'),
  spelling(/івськ/, 'івськ овск')
]

interface Reader {
  signs: RegExp
  letters: RegExp
  heard: (letters: string, ...groups: unknown[]) => string
}

/** One pattern with a group for each row of the table. */
const readerOf = ({ signs, sounds }: Spelling): Reader => ({
  signs,
  letters: new RegExp(sounds.map(([letters]) => `(${letters})`).join('|'), 'gu'),
  heard: (letters, ...groups) => {
    const at = groups.findIndex(group => group !== undefined)
    return sounds[at]?.[1] ?? letters
  }
})
const READERS = SPELLINGS.map(readerOf)

const MAY_BE_OTHER = new RegExp(SPELLINGS.map(({ signs }) => signs.source).join('|'))
const LATIN_OR_UKRAINIAN = /[a-zəıі]/
/** No name is longer; signs are looked for in time by the square of the length. */
const WORD_CHARS_MAX = 64
const NONE: readonly string[] = []

/**
 * The sound classes that a Latin word may have besides its own, each once: «joukov» of France is «Жуков». None for most
 * words, Cyrillic ones but for a few Ukrainian letters among them.
 */
export const otherSounds = memoize((token: string): readonly string[] => {
  if (token.length > WORD_CHARS_MAX) return NONE
  const lower = token.toLowerCase()
  if (!LATIN_OR_UKRAINIAN.test(lower) || !MAY_BE_OTHER.test(lower)) return NONE
  const word = repairHomoglyphs(lower.normalize('NFC'))
  const own = collapseSounds(soundClasses(word))
  const others = new Map<string, string>()
  for (const { signs, letters, heard } of READERS)
    if (signs.test(word)) {
      const sounds = soundsOfLetters(word.replace(letters, heard))
      const key = collapseSounds(sounds)
      if (key !== own && !others.has(key)) others.set(key, sounds)
    }
  return others.size > 0 ? [...others.values()] : NONE
})

/** The phonetic keys of a Latin word as it is read elsewhere, without its own. */
export const otherPhoneticKeys = (token: string): readonly string[] => {
  const sounds = otherSounds(token)
  return sounds.length === 0 ? sounds : sounds.map(collapseSounds)
}
