import type { Person } from '#shared/contracts/person.ts'
import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { surnameOfValue } from '#shared/identity/names/display-part.ts'
import { isIdentifier, itemisedIdentifiers } from '#shared/identity/query/line-identifiers.ts'
import { displayValue, readingText } from './display-value.ts'
import { count, whoText } from './texts.ts'

/** One of several people or numbers that a line names, with what was found by it among the records that are shown. */
export interface LineItem {
  kind: ReadingKind
  /** «Телефон». */
  label: string
  value: string
  /** Before duplicates are merged. */
  records: number
  persons: Person[]
}

/** A lone year, «1981», finds too many. */
const YEAR_CHARS = 4

type Answer = Pick<SearchAnswer, 'readings' | 'matches' | 'persons'>

/** Whoever and whatever a line names several of, each with what it found; empty of a line about one. */
export function itemsOfLine(answer: Answer): LineItem[] {
  const people = answer.readings.filter(isFirstOfPerson)
  if (people.length > 1) return people.map(reading => itemOfPerson(reading, answer))
  return itemisedIdentifiers(answer.readings).flatMap(readings => {
    const [surest] = readings
    if (!surest) return []
    const { kind, label, value } = surest
    const has = ({ identifiers = [] }: { identifiers?: string[] | undefined }) =>
      readings.some(reading => identifiers.includes(reading.value))
    return {
      kind,
      label,
      value: displayValue(kind, value),
      records: Object.values(answer.matches).filter(has).length,
      persons: answer.persons.filter(has)
    }
  })
}

/** The surest reading of each person, where the line names several. */
export const isFirstOfPerson = ({ person }: Reading, at: number, readings: readonly Reading[]): boolean =>
  person !== undefined && readings.findIndex(reading => reading.person === person) === at

function itemOfPerson(reading: Reading, { matches, persons }: Answer): LineItem {
  const { label, kind, parts, person } = reading
  const found = new Set(Object.keys(matches).filter(id => matches[id]?.person === person))
  return {
    kind,
    label: parts?.[0]?.label ?? label,
    value: readingText(reading),
    records: found.size,
    persons: persons.filter(({ record_ids }) => record_ids.some(id => found.has(id)))
  }
}

/** «3 записи, 2 человека», «ничего не найдено». */
export function foundText({ records, persons }: LineItem, isCut: boolean): string {
  if (records > 0) return `${count(records, 'record')}, ${whoText(persons)}`
  return isCut ? 'среди показанных записей нет' : 'ничего не найдено'
}

/**
 * Shorter lines that find what the asked one cannot: a search has looked for its name and for its numbers by themselves,
 * not for a place, a firm or a day without the name, nor for the surname alone. None of a line about several.
 */
export function shorterLines(readings: Answer['readings']): [title: string, line: string][] {
  const parts = readings.slice(0, 1).flatMap(one => one.parts ?? one)
  const lines = parts.flatMap((part): [string, string][] => {
    const others = parts.filter(other => other !== part)
    const line = others.flatMap(({ terms }) => terms).join(' ')
    return !line || others.some(isSearchedAlone) ? [] : [[`Без «${part.label}»`, line]]
  })
  // With a note it is in the nominative, or in the right layout.
  const names = readings.flatMap(one => one.parts ?? one).filter(isName)
  const surname = surnameOfValue((names.find(({ note }) => note) ?? names[0])?.value ?? '')
  return surname ? [...lines, ['Только фамилия', surname]] : lines
}

const isName = ({ kind }: Reading): boolean => kind === 'full_name'
const isSearchedAlone = (part: Reading): boolean =>
  isName(part) || isIdentifier(part.kind) || part.value.length <= YEAR_CHARS
