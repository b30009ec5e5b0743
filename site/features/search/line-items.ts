import type { PersonCard } from '#shared/contracts/person.ts'
import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { isFirstOfPerson, itemisedIdentifiers } from '#shared/identity/reading/line-identifiers.ts'
import { whoText } from '#shared/texts/who.ts'
import { displayValue, readingText } from './display-value.ts'
import { count } from './texts.ts'

/** One of several people or numbers that a line names, with what was found by it among the records that are shown. */
export interface LineItem {
  kind: ReadingKind
  /** «Телефон». */
  label: string
  value: string
  /** Before duplicates are merged. */
  records: number
  persons: PersonCard[]
}

type Answer = Pick<SearchAnswer, 'readings' | 'matches' | 'persons'>

interface TypedItem extends Pick<LineItem, 'kind' | 'label' | 'value'> {
  /** Whether a match, or a card, is of it. */
  isIn(fit: Pick<PersonCard, 'person' | 'identifiers'>): boolean
}

function typedItems(readings: readonly Reading[]): TypedItem[] {
  const people = readings.filter(isFirstOfPerson)
  if (people.length > 1)
    return people.map(reading => ({
      kind: reading.kind,
      label: reading.parts?.[0]?.label ?? reading.label,
      value: readingText(reading),
      isIn: ({ person }) => person === reading.person
    }))
  return itemisedIdentifiers(readings).flatMap(alike =>
    alike.slice(0, 1).map(({ kind, label, value }) => ({
      kind,
      label,
      value: displayValue(kind, value),
      isIn: ({ identifiers = [] }) => alike.some(reading => identifiers.includes(reading.value))
    }))
  )
}

/** Whoever and whatever a line names several of, each with what it found; empty of a line about one. */
export function itemsOfLine(answer: Answer): LineItem[] {
  return typedItems(answer.readings).map(({ isIn, ...typed }) => {
    const ids = new Set<string>()
    // The match of a record speaks for one of the people whom it names, the cards of the others for them.
    const persons = answer.persons.filter(card => {
      const own = recordIdsOf(card).filter(id => {
        const match = answer.matches[id]
        return isIn(match && match.party?.place === card.parties?.[id]?.place ? match : card)
      })
      for (const id of own) ids.add(id)
      return own.length > 0 || isIn(card)
    })
    return { ...typed, records: ids.size, persons }
  })
}

/** «3 записи, 2 человека», «ничего не найдено». */
export function foundText({ records, persons }: LineItem, isCut: boolean): string {
  if (records > 0) return `${count(records, 'record')}, ${whoText(persons)}`
  return isCut ? 'среди показанных записей нет' : 'ничего не найдено'
}
