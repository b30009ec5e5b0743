import { parseName } from '#shared/identity/names/parse-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import type { FieldsByKind } from './fields-by-kind.ts'
import { FORMER_WORD, howSure } from './name-remarks.ts'
import { type PartText, readNameText, readPartText } from './name-texts.ts'

const PATRONYMIC = /(?:вич|вна|ична|инична|ич|оглы|оглу|кызы|кизи|гызы)$/u

const isInitial = (word: string): boolean => word.length === 1

const normalizePart = memoize((text: string): string => tokenizeName(text).join(' '))

const SURNAMES_PARTED = new RegExp(`([()/,;]|${FORMER_WORD})`, 'iu')

/** «Иванова (Петрова)», «Иванова ранее Петрова»: the second surname is a former one. */
const splitSurnames = memoize((text: string): readonly SurnameRead[] => {
  const surnames: SurnameRead[] = []
  let isBracket = false
  let isFormer = false
  for (const [at, piece] of text.split(SURNAMES_PARTED).entries()) {
    if (at % 2 === 1) {
      if (piece === '(' || piece === ')') isBracket = piece === '('
      isFormer = isBracket || !/[()/,;]/.test(piece)
      continue
    }
    const surname = piece === '' ? '' : normalizePart(piece)
    if (surname === '') continue
    const former = isFormer && surnames.length > 0 && howSure(surname, false)
    surnames.push(former ? { surname, former } : { surname })
  }
  return surnames
})

type SurnameRead = Pick<PersonName, 'former'> & { surname: string }
const CALLED_FORMER = new RegExp(FORMER_WORD, 'iu')

/** «Иван Иванович» and «И. А.» in the given name column include the patronymic. */
const splitGiven = memoize((text: string): readonly [string | undefined, string | undefined] => {
  const words = tokenizeName(text)
  const last = words.at(-1)
  if (words.length > 1 && last && (PATRONYMIC.test(last) || (isInitial(last) && isInitial(words[0] ?? ''))))
    return [words[0], words.slice(1).join(' ')]
  return [words.join(' ') || undefined, undefined]
})

const NO_NAMES: PersonName[] = []
const NO_GIVEN: readonly [string | undefined, string | undefined] = [undefined, undefined]

const joinTexts = (...texts: (string | undefined)[]): string => {
  let all = ''
  for (const text of texts) if (text) all += all === '' ? text : ` ${text}`
  return all
}

interface NamesRead {
  names: PersonName[]
  /** Names beyond the comparison limit. */
  furtherNames?: readonly PersonName[]
  remarks: readonly string[]
  /** Names when signs and remarks count as parts. */
  wholeNames: readonly PersonName[]
}

interface Labelled extends Omit<NamesRead, 'wholeNames'> {
  /** Nothing was left out. */
  isWhole: boolean
}

const NOBODY: Labelled = { names: NO_NAMES, remarks: NO_TEXTS, isWhole: true }

const asWhole = (text: string): PartText => ({ part: text, remarks: NO_TEXTS })

const labelledNames = (fields: FieldsByKind, readPart = readPartText): Labelled => {
  if (!fields.last_name && !fields.first_name && !fields.middle_name) return NOBODY
  const remarks: string[] = []
  let isWhole = true
  const read = (text: string): string => {
    const { part, remarks: others } = readPart(text)
    if (others.length > 0) remarks.push(...others)
    isWhole &&= part === text
    return part
  }
  const surnameTexts = fields.last_name?.map(read) ?? NO_TEXTS
  const givenText = fields.first_name?.[0] && read(fields.first_name[0])
  const middleText = fields.middle_name?.[0] && read(fields.middle_name[0])
  const isCalledFormer = fields.last_name?.some(text => CALLED_FORMER.test(text)) === true
  const surnames = surnameTexts
    .flatMap(splitSurnames)
    .map(read => (read.former && isCalledFormer ? { ...read, former: 'stated' as const } : read))
  const [given, innerPatronymic] = givenText ? splitGiven(givenText) : NO_GIVEN
  const patronymic = (middleText && normalizePart(middleText)) || innerPatronymic
  if (surnames.length === 0 && !given && !patronymic) return { names: NO_NAMES, remarks, isWhole }
  if (!given && !patronymic && surnameTexts.length === 1 && surnames.some(isOfWords))
    return { ...wholeNameIn(fields.last_name?.[0] ?? '', surnameTexts[0] ?? ''), remarks, isWhole }
  const makeName = ({ surname, former }: Partial<SurnameRead>, written: string | undefined): PersonName => {
    const name: PersonName = {
      labelled: true,
      written: joinTexts(written, fields.first_name?.[0], fields.middle_name?.[0])
    }
    if (surname) name.surname = surname
    if (former) name.former = former
    if (given) name.given = given
    if (patronymic) name.patronymic = patronymic
    return name
  }
  if (surnames.length < 2)
    return { names: [makeName(surnames[0] ?? {}, fields.last_name?.[0])], remarks, isWhole }
  return { names: surnames.map(surname => makeName(surname, fields.last_name?.join(' '))), remarks, isWhole }
}

const isOfWords = ({ surname }: SurnameRead): boolean => surname.includes(' ')

/** A surname column that holds a whole name, perhaps with a former surname. */
const wholeNameIn = (text: string, part: string): { names: PersonName[] } => {
  const { names } = readNameText(text)
  return { names: names.some(({ former }) => former) ? [...names] : parseName(part, 1) }
}

const partsKey = ({ surname, given, patronymic }: PersonName): string => `${surname}|${given}|${patronymic}`

/** All pairs are compared; longer lists belong to other people. */
const NAMES_MAX = 32

export const readNames = (fields: FieldsByKind): NamesRead => {
  const labelled = labelledNames(fields)
  const wholeNames = labelled.isWhole ? [] : [...labelledNames(fields, asWhole).names]
  let { remarks } = labelled
  if (!fields.full_name)
    return { names: labelled.names, remarks, wholeNames: othersOf(wholeNames, labelled.names) }
  const names = [...labelled.names]
  for (const text of fields.full_name) {
    const read = readNameText(text)
    names.push(...read.names)
    if (read.remarks.length > 0) remarks = [...remarks, ...read.remarks]
    if (read.wholeNames) wholeNames.push(...read.wholeNames)
  }
  const distinct = names.length < 2 ? names : distinctNames(names)
  const others = { remarks, wholeNames: othersOf(wholeNames, distinct) }
  if (distinct.length <= NAMES_MAX) return { names: distinct, ...others }
  return { names: distinct.slice(0, NAMES_MAX), furtherNames: distinct.slice(NAMES_MAX), ...others }
}

function othersOf(wholeNames: readonly PersonName[], names: readonly PersonName[]): readonly PersonName[] {
  if (wholeNames.length === 0) return NO_NAMES
  const keys = new Set(names.map(partsKey))
  return distinctNames(wholeNames.filter(name => !keys.has(partsKey(name))))
}

const distinctNames = (names: readonly PersonName[]): PersonName[] => {
  const distinct = new Map<string, PersonName>()
  for (const name of names) distinct.getOrInsertComputed(partsKey(name), () => name)
  return [...distinct.values()]
}
