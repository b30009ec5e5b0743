import { mayBeMrz, readMrz } from '#shared/identity/names/mrz.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { parseName, parseUsualName, readStoredName } from '#shared/identity/names/parse-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { saysOrganisation } from '#shared/identity/organisations/legal-forms.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { splitValues } from './display-values.ts'
import {
  type FormerSurname,
  hasSmallRemark,
  NAME_CHARS_MAX,
  splitOffRemarks,
  splitOffSmallWords
} from './name-remarks.ts'
import { namesBetweenSigns } from './name-segments.ts'
import { hasLegalFormWord, nameOfEntrepreneur, readWholeName } from './name-whole.ts'
import { isRemarkWord } from './remark-words.ts'

interface NameText {
  /** Likeliest parse of each name; none of an organisation. */
  names: readonly PersonName[]
  /** Words outside the name, found as text: «работа» of «Иванов Иван (работа)». */
  remarks: readonly string[]
  /** Names when signs and remarks count as parts. */
  wholeNames?: readonly PersonName[]
}

const WORDS_IN_NAME = 4
const PHRASES_MAX = 200

/** Fast path for usual names. A lone word that may be anything, «Мама», is found as text too. */
export const readNameText = (text: string): NameText => {
  const mrz = mayBeMrz(text) ? readMrz(text) : null
  if (mrz) return { names: [mrz.name], remarks: NO_TEXTS }
  const usual = hasSmallRemark(text) ? null : parseUsualName(text)
  if (!usual || isOrganisation(text, usual) || hasManyWords(usual)) return readOddText(text)
  return { names: [usual], remarks: isUnknownWord(usual) ? [text] : NO_TEXTS }
}

const hasManyWords = ({ given, patronymic, written }: PersonName): boolean =>
  given !== undefined && patronymic !== undefined && written.split(' ').length > 3

const QUOTED = /[«"“][^«»"“”]*[»"”]/gu

/** «Петров "Кабан"» is somebody. */
const isSurname = (word: string): boolean =>
  classifyNameWord(word.toLowerCase()).likeness === 2 && !saysOrganisation(word)

/** «Магазин», «Школа № 5»; beside a given name it is a surname. */
const isOrganisation = (text: string, { given, patronymic }: PersonName): boolean =>
  (given === undefined || !isPart(given)) &&
  (patronymic === undefined || !isPart(patronymic)) &&
  saysOrganisation(text) &&
  !text.replace(QUOTED, ' ').split(' ').some(isSurname)

const isUnknownWord = ({ surname = '', given, patronymic }: PersonName): boolean =>
  given === undefined && patronymic === undefined && classifyNameWord(surname).likeness < 2

/** The phonetic key of «Я» is a name. */
const isPart = (word: string): boolean => word.length > 1 && isGivenOrPatronymic(classifyNameWord(word))

function readOddText(text: string): NameText {
  const names: PersonName[] = []
  const remarks: string[] = []
  const all = splitValues([text]).filter(phrase => phrase !== '')
  const phrases = all.slice(0, PHRASES_MAX)
  const wholeNames = phrases.flatMap(readWholeName)
  for (const phrase of phrases) {
    const read = readPhrase(phrase)
    wholeNames.push(...(read.wholeNames ?? []), ...withRemarkAsSurname(read))
    // «Иванов Иван; парикмахер»
    const isRemark = names.length > 0 && read.names.every(isUnknownWord)
    if (!isRemark) names.push(...read.names)
    remarks.push(...(isRemark ? [phrase] : read.remarks))
  }
  if (all.length > PHRASES_MAX) remarks.push(all.slice(PHRASES_MAX).join('; '))
  return { names, remarks, wholeNames }
}

const ONE_WORD = /^\p{L}[\p{L}’'-]+\.?$/u

/** «Мастер – Илья»: the remark may be the surname when there is no other. */
function withRemarkAsSurname({ names: [name, second], remarks }: NameText): PersonName[] {
  if (second || name?.given === undefined || name.surname !== undefined) return []
  return remarks
    .filter(remark => ONE_WORD.test(remark))
    .map(remark => ({ ...name, surname: tokenizeName(remark).join(' ') }))
}

function readPhrase(phrase: string): NameText {
  const text = phrase.length > NAME_CHARS_MAX ? '' : sanitizeText(phrase)
  const own = nameOfEntrepreneur(text)
  const read = readNames(own, own !== text)
  if (read.names.length === 0) return { names: [], remarks: phrase.trim() === '' ? [] : [phrase] }
  const [first, second] = read.names
  const isWhole = first !== undefined && (second === undefined || second.former) && read.remarks.length === 0
  if (!isWhole) return read
  const names = read.names.map(name => ({ ...name, written: phrase.trim() }))
  return { ...read, names, remarks: isUnknownWord(first) ? [text] : NO_TEXTS }
}

function readNames(text: string, isEntrepreneur: boolean): NameText {
  const { rest, remarks, former = [] } = splitOffRemarks(text)
  if (hasLegalFormWord(rest)) return NOBODY
  const between = namesBetweenSigns(rest)
  const names: PersonName[] = []
  const others: string[] = [...between.remarks, ...remarks]
  for (const written of between.names) {
    const { name, behind } = nameOf(written)
    if (name) names.push(name)
    if (behind !== '') others.push(behind)
  }
  const [first, ...further] = names
  const isNobody = first === undefined || (!isEntrepreneur && isOrganisation(rest, first))
  if (further.length === 0 && isNobody) return NOBODY
  if (first && former.length > 0) return { ...withFormer(first, former, further), remarks: others }
  if (first === undefined || further.length > 0) return { names, remarks: others }
  const behind = isUnknownWord(first) ? behindNumber(remarks) : null
  return behind
    ? { ...behind, remarks: [rest, ...behind.remarks, ...remarks.slice(0, -1)] }
    : { names, remarks: others }
}

/** Adds the former surname; the double surname is only for keys and suppression. */
function withFormer(
  name: PersonName,
  former: readonly FormerSurname[],
  further: readonly PersonName[]
): Pick<NameText, 'names' | 'wholeNames'> {
  const before = former.map(
    ({ surname, former }): PersonName => ({
      ...name,
      surname: tokenizeName(surname).join(' '),
      former
    })
  )
  const own = name.surname ?? before[0]?.surname ?? ''
  return {
    names: [{ ...name, surname: own }, ...before.filter(({ surname }) => surname !== own), ...further],
    wholeNames: before.map(({ surname }) => ({ ...name, surname: `${own}-${surname}` }))
  }
}

const NOBODY: NameText = { names: [], remarks: NO_TEXTS }
const NUMBER_FIRST = /^\d[^\p{L}]*(?=\p{L})/u

/** «Кв. 12 Примеров»: the name follows the number. */
function behindNumber(remarks: readonly string[]): NameText | null {
  const last = remarks.at(-1) ?? ''
  const number = NUMBER_FIRST.exec(last)?.[0]
  if (number === undefined) return null
  const [name] = parseName(last.slice(number.length), 1)
  return name && !isUnknownWord(name) ? { names: [name], remarks: [number.trim()] } : null
}

const DIGITS = /\d+/g

/** `behind` is the rest of the text: small words, a number, or too many words. */
function nameOf(text: string): { name: PersonName | undefined; behind: string } {
  const { rest, remarks } = splitOffSmallWords(text)
  const others = (behind: string) => [...remarks, behind].filter(Boolean).join(' ')
  const [stored] = readStoredName(rest)
  if (stored) return { name: stored.name, behind: others(stored.beside) }
  const initials = besideInitials(rest)
  if (initials) return { ...initials, behind: others(initials.behind) }
  const digits = rest.match(DIGITS)?.join(' ')
  if (digits !== undefined) {
    const { name, behind } = nameOf(rest.replace(DIGITS, ' ').trim())
    return { name, behind: others(`${behind} ${digits}`.trim()) }
  }
  const words = rest.split(' ')
  for (let count = Math.min(WORDS_IN_NAME, words.length) - 1; count > 1; count -= 1) {
    for (const [from, to] of [
      [0, count],
      [words.length - count, words.length]
    ] as const) {
      const [shorter] = parseName(words.slice(from, to).join(' '), 1)
      if (shorter?.given !== undefined && isPart(shorter.given))
        return { name: shorter, behind: others([...words.slice(0, from), ...words.slice(to)].join(' ')) }
    }
  }
  return { name: undefined, behind: text }
}

const SURNAME = String.raw`\p{Lu}[\p{L}’'-]+`
const TWO_INITIALS = String.raw`\p{Lu}\. ?\p{Lu}\.`
const WITH_INITIALS = new RegExp(
  `(?<!\\p{L})(?:${SURNAME} ${TWO_INITIALS}(?!\\p{L})|${TWO_INITIALS} ?${SURNAME})`,
  'u'
)

/** «ст. лейтенант Хольц В.Б.»: a surname with two initials among other words. */
function besideInitials(text: string): { name: PersonName; behind: string } | null {
  const written = WITH_INITIALS.exec(text)?.[0]
  const [name] = written === undefined ? [] : parseName(written, 1)
  if (!name || written === undefined) return null
  return { name, behind: text.replace(written, ' ').replace(/\s+/gu, ' ').trim() }
}

export interface PartText {
  part: string
  remarks: readonly string[]
}

export function readPartText(text: string): PartText {
  if (text.length > NAME_CHARS_MAX || USUAL_PART.test(text)) return { part: text, remarks: NO_TEXTS }
  const { rest: own, remarks, former = [] } = splitOffRemarks(sanitizeText(text))
  const rest = [own, ...former.map(({ surname }) => `(${surname})`)].join(' ').trim()
  const [part = '', ...others] = rest.split(PARTED)
  if (others.every(other => NAME_WORD.test(other) && !isRemarkWord(other))) return { part: rest, remarks }
  return { part, remarks: [...others, ...remarks].filter(other => /[\p{L}\d]/u.test(other)) }
}

const USUAL_PART = /^[А-Яа-яЁёA-Za-z .'-]*$/
/** «Иван – сосед», «Иван, работа», but «Петров – Водкин» and «Гусева, Уткина». */
const PARTED = /\s[‐‑‒–—−-]+\s|[:+,]\s*/u
const NAME_WORD = /^\p{Lu}[\p{L}’'-]+$/u
