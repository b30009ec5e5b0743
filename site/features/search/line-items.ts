import type { Person } from '#shared/contracts/person.ts'
import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { isFirstOfPerson, itemisedIdentifiers } from '#shared/identity/query/line-identifiers.ts'
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

function itemOfPerson(reading: Reading, { matches, persons }: Answer): LineItem {
  const { label, kind, parts, person } = reading
  const recordIds = new Set(Object.keys(matches).filter(id => matches[id]?.person === person))
  return {
    kind,
    label: parts?.[0]?.label ?? label,
    value: readingText(reading),
    records: recordIds.size,
    persons: persons.filter(card => recordIdsOf(card).some(id => recordIds.has(id)))
  }
}

/** «3 записи, 2 человека», «ничего не найдено». */
export function foundText({ records, persons }: LineItem, isCut: boolean): string {
  if (records > 0) return `${count(records, 'record')}, ${whoText(persons)}`
  return isCut ? 'среди показанных записей нет' : 'ничего не найдено'
}
