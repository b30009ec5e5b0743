import type { AnswerPerson, PersonCard } from '#shared/contracts/person.ts'
import type { Relation } from '#shared/contracts/summary.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { ADDRESS_LABEL, PHONE_LABEL } from '#shared/labels/usual-fields.ts'
import type { RecordView, Results } from '#site/features/search/records/results-view.ts'
import { reasonStripOf, type StripView } from '#site/features/search/sources/strip.ts'
import { dateText } from '#site/features/search/texts.ts'

/** What somebody shares with the person. */
export interface SharedThing {
  kind: Relation['kind']
  value: string
  /** «общий телефон». */
  text: string
  /** A later record gives it to somebody else than this one. */
  former: string | null
  /** The sources that say so. */
  numbers: number[]
  strip: StripView
}

/** Somebody who shares things with a person, each of them once. */
export interface RelatedPerson {
  /** Id of the other person. */
  key: string
  name: string
  /** Date of birth as it is shown, or empty. */
  born: string
  things: [SharedThing, ...SharedThing[]]
  /** Where «К записи» goes. */
  record: RecordView
  /** What «Искать отсюда» searches. */
  line: string
}

/** Everybody connected with a person, each once, in the order in which the person names them. */
export function relatedPeopleOf(person: PersonCard, results: Results): RelatedPerson[] {
  const byPerson = Map.groupBy(person.related, ({ person_id }) => person_id)
  return [...byPerson].flatMap(([key, relations]) => {
    const other = results.answer.persons.find(({ id }) => id === key)
    const [record] = relations.flatMap(({ record_ids }) => record_ids.flatMap(id => recordOf(id, results)))
    const [thing, ...things] = relations.map(relation => thingOf(relation, other, results))
    if (key === person.id || !record || !thing) return []
    const name = other?.name || record.title
    const born = dateText(other?.birth_date ?? '')
    const line = [name, born].filter(Boolean).join(' ')
    return [{ key, name, born, things: [thing, ...things], record, line }]
  })
}

const recordOf = (id: string, { records }: Results): RecordView[] => {
  const record = records.get(id)
  return record ? [record] : []
}

function thingOf(
  { kind, value, text, record_ids }: Relation,
  other: AnswerPerson | undefined,
  results: Results
): SharedThing {
  const sources = record_ids.flatMap(id => recordOf(id, results).map(({ source }) => source))
  const strip = reasonStripOf(results.places, new Map(sources.map(source => [source, 'yes' as const])))
  const summary = other && isDetailed(other) ? other.summary : []
  const former = summary.find(
    ({ field, former, evidence }) =>
      former && field === FIELDS[kind] && evidence.some(({ record_id }) => record_ids.includes(record_id))
  )
  return {
    kind,
    value,
    text,
    former: former?.former?.text ?? null,
    numbers: strip.cells.map(({ number }) => number),
    strip
  }
}

const FIELDS: Partial<Record<Relation['kind'], string>> = { phone: PHONE_LABEL, address: ADDRESS_LABEL }
