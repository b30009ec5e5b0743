import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { composeText } from '#shared/identity/text/compose.ts'
import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { SHORT_FORMS, takeWholeForm } from './legal-forms.ts'

export interface OrganisationName {
  /** «ооо», or empty. */
  form: string
  /** Lower case, without form and quotes, letters and digits apart. */
  words: readonly string[]
  /** Equal for spellings of one name: «ООО «ВЕКТОР-7»» is «вектор 7». Empty without words. */
  key: string
  /** Equal across the Latin and Cyrillic spelling. */
  sound: string
}

const NAME_CHARS_MAX = 512

/** Values that mean no employer. */
const NOBODY =
  /^(?:не ?работа\p{L}*|безработн\p{L}*|пенсионер\p{L}*|на пенсии|самозанят\p{L}*|домохозяйк\p{L}*|студент\p{L}*|учащ\p{L}*|временно не работает|нет)$/u

/** Reads a name in any written form, in linear time. */
export const readOrganisationName = memoize((text: string): OrganisationName => {
  const plain = composeText(text.slice(0, NAME_CHARS_MAX)).toLowerCase().replaceAll('ё', 'е')
  const flat = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (NOBODY.test(flat)) return NO_NAME
  const whole = takeWholeForm(flat)
  const words = (whole ? whole.rest : flat).match(/[\p{L}\p{N}]+/gu)?.flatMap(wordsOf) ?? []
  const form = whole?.form ?? takeShortForm(words)
  return {
    form,
    words,
    key: words.join(' '),
    sound: words.map(soundOf).join(' ')
  }
})

/** Numbers stay: a sound would make 7 of 77. */
const soundOf = (word: string): string => (/^\p{L}/u.test(word) && phoneticKey(word)) || word

const NO_NAME: OrganisationName = { form: '', words: [], key: '', sound: '' }

const wordsOf = (run: string): string[] =>
  SHORT_FORMS.has(run) ? [run] : (repairHomoglyphs(run).match(/\p{L}+|\p{N}+/gu) ?? [])

const takeShortForm = (words: string[]): string => {
  if (words.length < 2) return ''
  const first = SHORT_FORMS.get(words[0] ?? '')
  const last = SHORT_FORMS.get(words.at(-1) ?? '')
  if (first !== undefined) words.shift()
  else if (last !== undefined) words.pop()
  return first ?? last ?? ''
}

/** Tokens that a record must have, without the legal form. */
export const tokensWithoutForm = (text: string): string[] => {
  const { form, key } = readOrganisationName(text)
  const tokens = form === '' ? [] : tokenize(key)
  return tokens.length > 0 ? tokens : tokenize(text)
}
