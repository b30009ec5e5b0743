import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { collapseSounds, soundClasses, soundsOfLetters } from './phonetic-key.ts'

/** How a language spells sounds in Latin letters, where `soundClasses` hears them otherwise. */
interface Spelling {
  /** Letters that suggest the language. */
  signs: RegExp
  /** Sounds as `soundClasses` hears them; longer letters first. */
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

/** Japanese syllables only, with a sound that is romanised unlike English. */
const JAPANESE =
  /^(?=.*(?:j|sh|ch))(?:(?:sh|ch|ts|[kgnhbpmr]y|[kgsztdnhbpmryjwf])?[aeiouāīūēō]|n(?![aeiouāīūēōy]))+$/

/**
 * Spellings of Slavic, Turkic and Japanese names by the orthographies of France, Germany, Poland, Turkey, Azerbaijan,
 * Serbia, Hepburn and Polivanov. German sch is ш and ж (Schukow), Azerbaijani h at the beginning also г (Həsənov).
 * Ukrainian -івський is -ивский in Russian papers, and by origin -овский.
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
/** Signs are looked for in time by the square of the length. */
const WORD_CHARS_MAX = 64
const NONE: readonly string[] = []

/** Other sound classes of a Latin word: «joukov» of France is «Жуков». None for most words. */
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

export const otherPhoneticKeys = (token: string): readonly string[] => {
  const sounds = otherSounds(token)
  return sounds.length === 0 ? sounds : sounds.map(collapseSounds)
}
