import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { parseName, parseUsualName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { saysOrganisation } from '#shared/identity/organisations/legal-forms.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { splitValues } from './display-values.ts'
import { withoutRemarks } from './name-remarks.ts'
import { namesBetweenSigns } from './name-segments.ts'

/** What a text in the column of a name says. */
export interface NameText {
  /** The likeliest parse of each name; none of an organisation in an owner's column. */
  names: readonly PersonName[]
  /** What is no part of a name and is found by its words: «работа» of «Иванов Иван (работа)», or the whole text. */
  remarks: readonly string[]
}

const ORGANIZATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const ENTREPRENEUR = /^\s*ип\s+/iu
/** Three parts, each of several words. */
const WORDS_IN_NAME = 4
/** Longer texts are no names, whatever is in them. */
const CHARS_MAX = 2000

/**
 * Most texts are one name in a usual form, and nothing else is done for them. A lone word that no ending tells to be a surname,
 * «Мама», may be anything, and is found by its words as well.
 */
export const readNameText = (text: string): NameText => {
  const usual = parseUsualName(text)
  if (!usual || isOrganisation(text, usual)) return readOddText(text)
  return { names: [usual], remarks: isUnknownWord(usual) ? [text] : NO_TEXTS }
}

const QUOTED = /[«"“][^«»"“”]*[»"”]/gu

/** «Петров "Кабан"» is somebody. */
const isSurname = (word: string): boolean =>
  classifyNameWord(word.toLowerCase()).likeness === 2 && !saysOrganisation(word)

/** «Магазин», «Школа № 5»: beside a given name or a patronymic it is a surname. */
const isOrganisation = (text: string, { given, patronymic }: PersonName): boolean =>
  (given === undefined || !isPart(given)) &&
  (patronymic === undefined || !isPart(patronymic)) &&
  saysOrganisation(text) &&
  !text.replace(QUOTED, ' ').split(' ').some(isSurname)

const isUnknownWord = ({ surname = '', given, patronymic }: PersonName): boolean =>
  given === undefined && patronymic === undefined && classifyNameWord(surname).likeness < 2

/** The phonetic key of «Я» is a name. */
const isPart = (word: string): boolean => word.length > 1 && isAnchor(classifyNameWord(word))

function readOddText(text: string): NameText {
  const names: PersonName[] = []
  const remarks: string[] = []
  for (const phrase of splitValues([text])) {
    const read = readPhrase(phrase)
    // «Иванов Иван; парикмахер»
    const isRemark = names.length > 0 && read.names.every(isUnknownWord)
    if (!isRemark) names.push(...read.names)
    remarks.push(...(isRemark ? [phrase] : read.remarks))
  }
  return { names, remarks }
}

function readPhrase(phrase: string): NameText {
  const usual = parseUsualName(phrase)
  if (usual && !isOrganisation(phrase, usual)) return { names: [usual], remarks: NO_TEXTS }
  const text = phrase.length > CHARS_MAX ? '' : sanitizeText(phrase).replace(ENTREPRENEUR, '')
  const { rest, remarks } = withoutRemarks(text)
  const nobody = { names: [], remarks: phrase.trim() === '' ? [] : [phrase] }
  if (ORGANIZATION.test(rest)) return nobody
  const between = namesBetweenSigns(rest)
  const names: PersonName[] = []
  const others: string[] = [...between.remarks, ...remarks]
  for (const written of between.names) {
    const { name, behind } = nameOf(written)
    if (name) names.push(name)
    if (behind !== '') others.push(behind)
  }
  const [first] = names
  if (first === undefined || (names.length === 1 && isOrganisation(rest, first))) return nobody
  if (names.length > 1 || others.length > 0) return { names, remarks: others }
  return { names: [{ ...first, written: phrase.trim() }], remarks: isUnknownWord(first) ? [rest] : NO_TEXTS }
}

/** «Иванов2»; in «Иван0в» a digit is a letter. */
const DIGITS = /\d+/g

/** Of words that are too many for a name, those at the beginning that are one: «Иванов Иван Петрович звонить после шести вечера». */
function nameOf(text: string): { name: PersonName | undefined; behind: string } {
  const [name] = parseName(text, 1)
  if (name) return { name, behind: '' }
  const digits = text.match(DIGITS)?.join(' ')
  if (digits !== undefined) {
    const { name, behind } = nameOf(text.replace(DIGITS, ' ').trim())
    return { name, behind: `${behind} ${digits}`.trim() }
  }
  const words = text.split(' ')
  for (let count = Math.min(WORDS_IN_NAME, words.length) - 1; count > 1; count -= 1) {
    const [shorter] = parseName(words.slice(0, count).join(' '), 1)
    if (shorter?.given !== undefined && isPart(shorter.given))
      return { name: shorter, behind: words.slice(count).join(' ') }
  }
  return { name: undefined, behind: text }
}

/** A text in the column of one part of a name: its words, and what is none of them. */
export function readPartText(text: string): { part: string; remarks: readonly string[] } {
  if (USUAL_PART.test(text)) return { part: text, remarks: NO_TEXTS }
  const { rest, remarks } = withoutRemarks(sanitizeText(text))
  const [part = '', ...others] = rest.split(PARTED)
  if (others.every(other => NAME_WORD.test(other) && isOfName(other))) return { part: rest, remarks }
  return { part, remarks: [...others, ...remarks].filter(other => /[\p{L}\d]/u.test(other)) }
}

const USUAL_PART = /^[А-Яа-яЁёA-Za-z .'-]*$/
/** «Иван – сосед», «Иван, работа», but «Петров – Водкин» and «Гусева, Уткина». */
const PARTED = /\s[‐‑‒–—−-]+\s|[:+,]\s*/u
const NAME_WORD = /^\p{Lu}[\p{L}’'-]+$/u

function isOfName(written: string): boolean {
  const word = classifyNameWord(written.toLowerCase())
  return word.likeness > 0 || isAnchor(word)
}
