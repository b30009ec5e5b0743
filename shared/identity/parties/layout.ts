import { kindsOf } from '#shared/identity/records/fields-by-kind.ts'
import { type Columns, DATE_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import { type ColumnParty, PARTY_ROLES } from '#shared/labels/parties.ts'
import { type PartyHeader, readPartyHeader } from './headers.ts'
import { ownerByPlace } from './owner-by-place.ts'
import { PARTY_WORDS, type PartyWords } from './words-table.ts'

/** Owners set by people, by column label. */
export type ColumnParties = Readonly<Record<string, ColumnParty>>

/** Index of the subject of the row. */
export const SELF = 0
/** Index of columns about the whole row. */
export const ROW = -1

export interface PartyLayout {
  /** By index; the first is the subject. */
  roles: readonly ColumnParty[]
  /** Index by label; `SELF` by default. */
  places: ReadonlyMap<string, number>
}

/** The last index collects all further people: they are nobody, and their values are text. */
export const PARTIES_MAX = 16

const NAME_PARTS: ReadonlySet<FieldKind> = new Set<FieldKind>(['last_name', 'first_name', 'middle_name'])
const isName = (kind: FieldKind): boolean => kind === 'full_name' || NAME_PARTS.has(kind)

export const isOfRow = (kind: FieldKind): boolean => kind === 'record_number' || DATE_KINDS.has(kind)

const UNTELLING: ReadonlySet<FieldKind> = new Set<FieldKind>(['other', 'gender', 'address_link'])
/** A value that may find somebody. */
export const isTelling = (kind: FieldKind): boolean => !UNTELLING.has(kind) && !isOfRow(kind)

interface Column extends PartyHeader {
  label: string
  kind: FieldKind
  /** Set by people, overrides the header. */
  chosen: ColumnParty | null
}

interface NamedPerson {
  role: ColumnParty
  /** Index among people of that role (`PartyHeader`). */
  group: number
  number: string
  /** A word that the lexicon lacks, «ответственный»; '' otherwise. */
  word: string
  columns: Column[]
}

const wordsOf = (role: ColumnParty): PartyWords | null =>
  role === 'self' || role === 'other' ? null : PARTY_WORDS[role]

const UNRANKED = Number.POSITIVE_INFINITY
const RANK_OF_UNKNOWN_WORD = 3
const rankOfRole = (role: ColumnParty): number => wordsOf(role)?.rank ?? UNRANKED

/** The lowest rank is the subject; a name without any word has rank 0. */
const rankOf = ({ role, number, word }: NamedPerson): number => {
  if (word !== '') return RANK_OF_UNKNOWN_WORD
  if (role === 'self') return Number(number) <= 1 ? 0 : UNRANKED
  return rankOfRole(role)
}

/** Equal ranks: order of the lexicon, number, plainer header, then column order. */
const byRank = (a: NamedPerson, b: NamedPerson): number => {
  const steps = (person: NamedPerson): number[] => [
    Math.min(rankOf(person), Number.MAX_SAFE_INTEGER),
    person.role === 'self' ? -1 : PARTY_ROLES.indexOf(person.role),
    Number(person.number),
    Math.min(...person.columns.map(({ words }) => words.length))
  ]
  const others = steps(b)
  return steps(a).reduce((difference, step, at) => difference || step - (others[at] ?? 0), 0)
}

const USUAL_WORDS = new Set(
  (
    'фио ф и о фамилия имя отчество полное name full first last middle surname given person телефон тел номер моб мобильный ' +
    'сотовый дата день год месяц рождения рожд адрес почта e mail email phone birth date dob address паспорт серия инн снилс ' +
    'огрн vin госномер место регистрации проживания работы дом домашний рабочий личный основной дополнительный контактный ' +
    'связи для по в на с от до of the number properties fields data'
  ).split(' ')
)
const STEM_MIN = 4
const ENDING_MAX = 3

const strangeWordOf = ({ words }: Column): string =>
  words.find(word => word.length >= STEM_MIN && !USUAL_WORDS.has(word)) ?? ''

/** «ответственный» and «ответственного». */
const isSameWord = (a: string, b: string): boolean => {
  const length = Math.max(STEM_MIN, Math.min(a.length, b.length) - ENDING_MAX)
  return a !== '' && a.slice(0, length) === b.slice(0, length)
}

/** A column of whole names whose owner only its own word tells. */
const isNamedByWord = (column: Column): boolean =>
  column.kind === 'full_name' && column.role === null && !column.isSameName && strangeWordOf(column) !== ''

const addPart = (parties: NamedPerson[], column: Column, numbered: ReadonlySet<string>): void => {
  const role: ColumnParty = column.chosen ?? column.role ?? 'self'
  const number = numbered.has(column.number) ? column.number : ''
  const { group } = column
  const own = parties.find(
    party => party.role === role && party.group === group && party.number === number && party.word === ''
  )
  if (own) own.columns.push(column)
  else parties.push({ role, group, number, word: '', columns: [column] })
}

/** A second column of whole names is somebody else's: two doctors are two people. */
const addWhole = (parties: NamedPerson[], column: Column): void => {
  const word = column.chosen === null && isNamedByWord(column) ? strangeWordOf(column) : ''
  const role: ColumnParty = column.chosen ?? column.role ?? (word === '' ? 'self' : 'other')
  const { number, group } = column
  const isOfParts = (party: NamedPerson): boolean =>
    party.role === role &&
    party.group === group &&
    party.number === number &&
    party.columns.every(({ kind }) => kind !== 'full_name')
  const own = parties.find(isOfParts)
  if (own) own.columns.push(column)
  else parties.push({ role, group, number, word, columns: [column] })
}

/** Numbers shared by two or more name parts: «Фамилия 2», «Имя 2». */
const numbersOfPeople = (columns: readonly Column[]): ReadonlySet<string> => {
  const parts = columns.filter(({ kind, number }) => NAME_PARTS.has(kind) && number !== '')
  return new Set(parts.map(({ number }) => number).filter((number, at, all) => all.indexOf(number) !== at))
}

const namedParties = (columns: readonly Column[]): NamedPerson[] => {
  const numbered = numbersOfPeople(columns)
  const parties: NamedPerson[] = []
  for (const column of columns) {
    if (!isName(column.kind) || column.chosen === 'self' || (column.isSameName && column.chosen === null))
      continue
    if (NAME_PARTS.has(column.kind)) addPart(parties, column, numbered)
    else addWhole(parties, column)
  }
  return parties.sort(byRank)
}

/** The named person who is the subject; null when none is. */
const subjectAmong = (parties: readonly NamedPerson[], columns: readonly Column[]): NamedPerson | null => {
  const [first] = parties
  if (!first) return null
  const isNamedElsewhere = columns.some(({ kind, chosen }) => isName(kind) && chosen === 'self')
  const rank = rankOf(first)
  if (isNamedElsewhere) return rank === 0 ? first : null
  if (rank !== UNRANKED) return first
  if (columns.some(({ role, kind }) => isTelling(kind) && role && rankOfRole(role) !== UNRANKED)) return null
  if (!parties.every(({ role }) => wordsOf(role)?.isKin)) return parties.length === 1 ? first : null
  const children = parties.filter(({ role }) => role === 'child')
  return parties.length > 1 && children.length === 1 ? (children[0] ?? null) : null
}

const isOfSubject = (role: ColumnParty, subject: NamedPerson | null): boolean => {
  const rank = rankOfRole(role)
  if (rank === UNRANKED) return false
  const ownRank = subject ? rankOf(subject) : 0
  return ownRank === 0 || rank === ownRank || wordsOf(role)?.isAnybody === true
}

const namedIn = (column: Column, parties: readonly NamedPerson[]): NamedPerson | undefined =>
  parties.find(party => party.columns.includes(column))

/** The owner of a column without a name; null for the subject. */
const holderOf = (
  column: Column,
  columns: readonly Column[],
  parties: readonly NamedPerson[],
  subject: NamedPerson | null
): NamedPerson | null => {
  const { chosen, role, number } = column
  if (chosen === 'self') return null
  const word = strangeWordOf(column)
  const isCalledSo = (party: NamedPerson): boolean =>
    party.columns.some(one => isSameWord(strangeWordOf(one), word))
  const alike =
    chosen !== null || role !== null
      ? inGroup(
          parties.filter(party => (party === subject ? party.role : roleOfOther(party)) === (chosen ?? role)),
          chosen === null ? column.group : 0
        )
      : parties.filter(party => party.word !== '' && isCalledSo(party))
  const [first] = alike
  if (first) return alike.find(party => party.number === number && isCalledSo(party)) ?? first
  if (role !== null) return null
  const isNumbered = (party: NamedPerson): boolean => party.role === 'self' && party.number === number
  const numbered = number === '' ? undefined : parties.find(isNumbered)
  return numbered ?? ownerByPlace(column, columns, one => namedIn(one, parties))
}

const inGroup = (parties: readonly NamedPerson[], group: number): readonly NamedPerson[] => {
  if (group === 0) return parties
  const own = parties.filter(party => party.group === group)
  return own.length > 0 ? own : parties.filter(party => party.group === 0)
}

const roleOfOther = ({ role }: NamedPerson): ColumnParty => (role === 'self' ? 'other' : role)

const layoutOf = (columns: readonly Column[]): PartyLayout | null => {
  const parties = namedParties(columns)
  const subject = subjectAmong(parties, columns)
  const others = parties.filter(party => party !== subject)
  const roles: ColumnParty[] = ['self', ...others.map(roleOfOther)]
  const places = new Map<string, number>()
  const placeOfNameless = new Map<string, number>()

  const place = (column: Column): number => {
    const own = namedIn(column, parties) ?? holderOf(column, columns, parties, subject)
    if (own) return Math.min(others.indexOf(own) + 1, PARTIES_MAX)
    const role = column.chosen ?? column.role
    if (role === null || role === 'self' || (!column.chosen && isOfSubject(role, subject))) return SELF
    const nameless = placeOfNameless.getOrInsertComputed(
      `${role} ${column.group}`,
      () => roles.push(role) - 1
    )
    return Math.min(nameless, PARTIES_MAX)
  }
  const [telling, texts] = [
    columns.filter(({ kind }) => isTelling(kind)),
    columns.filter(({ kind }) => !isTelling(kind))
  ]
  for (const column of telling) places.set(column.label, place(column))
  const held = new Set(places.values())
  const isNoSubject =
    parties.length > 0 && !telling.some(({ kind, label }) => isName(kind) && places.get(label) === SELF)
  for (const column of texts) {
    const own = isOfRow(column.kind) ? ROW : place(column)
    places.set(column.label, own === ROW || (own === SELF && isNoSubject) ? ROW : held.has(own) ? own : SELF)
  }
  if (roles.length > PARTIES_MAX) roles.splice(PARTIES_MAX, Number.POSITIVE_INFINITY, 'other')
  return held.values().some(at => at !== SELF) ? { roles, places } : null
}

const NO_OWNERS: ColumnParties = {}

const readLayout = (
  labels: readonly string[],
  columns: Columns,
  owners: ColumnParties
): PartyLayout | null => {
  const kindOf = kindsOf(columns)
  return layoutOf(
    labels.map(label => ({
      label,
      kind: kindOf(label),
      chosen: Object.hasOwn(owners, label) ? (owners[label] ?? null) : null,
      ...readPartyHeader(label)
    }))
  )
}

/** Null for a source without declared columns. */
const layoutsOf = memoizeByObject((columns: Columns) => {
  const labels = Object.keys(columns)
  return labels.length > 0
    ? memoizeByObject((owners: ColumnParties) => readLayout(labels, columns, owners))
    : null
})

/**
 * Owner of each column: as set, else by the words of its header. Null when all belong to one person.
 * @param fields Without declared columns the labels are those of the record.
 */
export const partyLayout = (
  fields: Readonly<Record<string, string>>,
  columns: Columns,
  owners: ColumnParties = NO_OWNERS
): PartyLayout | null => {
  const layoutOfSource = layoutsOf(columns)
  return layoutOfSource ? layoutOfSource(owners) : readLayout(Object.keys(fields), columns, owners)
}
