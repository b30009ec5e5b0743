import type { Person, Relation } from '#shared/contracts/person.ts'
import type { RecordView, Results } from '#site/features/search/records/results-view.ts'

/** Somebody connected with a person by a shared address or phone: not the same person. */
export interface Relative {
  key: string
  name: string
  /** What is shared, and what kind of thing it is. */
  kind: Relation['kind']
  value: string
  /** «Связь по адресу: ул. Образцовая, д. 7». */
  text: string
  /** Numbers of the sources that say so. */
  numbers: number[]
  /** Where «К записи» goes. */
  record: RecordView
  person: Person | null
}

/**
 * Everybody connected with a person, whichever side says so. Each is one line for one reason, however many records
 * stand behind it.
 */
export function relativesOf(person: Person, results: Results): Relative[] {
  const statedHere = person.related.flatMap(relation => {
    const records = relation.record_ids.flatMap(id => results.records.get(id) ?? [])
    return [...Map.groupBy(records, record => record.person?.id ?? record.id).values()].flatMap(group =>
      relativeOf(group, relation, results)
    )
  })
  const own = new Set(person.record_ids)
  const statedByOthers = results.answer.persons.flatMap(other =>
    other.related
      .filter(({ record_ids }) => other.id !== person.id && record_ids.some(id => own.has(id)))
      .flatMap(relation =>
        relativeOf(
          other.record_ids.flatMap(id => results.records.get(id) ?? []),
          relation,
          results
        )
      )
  )
  const seen = new Set<string>()
  return [...statedHere, ...statedByOthers].filter(relative => {
    const line = `${relative.person?.id ?? relative.key} ${relative.text}`
    return !seen.has(line) && seen.add(line)
  })
}

function relativeOf(
  records: RecordView[],
  { kind, value, text }: Relation,
  { numbers }: Results
): Relative[] {
  const [record] = records
  if (!record) return []
  const person = record.person
  const sources = new Set(records.flatMap(({ source }) => numbers.get(source) ?? []))
  return [
    {
      key: `${record.id} ${text}`,
      name: person?.name || record.title,
      kind,
      value,
      text,
      numbers: [...sources].sort((a, b) => a - b),
      record,
      person
    }
  ]
}

/** The record of the other side of «Связь по адресу», when this record is named in somebody's related persons. */
export function linkedRecord(record: RecordView, results: Results): RecordView | null {
  for (const person of results.answer.persons) {
    if (!person.related.some(({ record_ids }) => record_ids.includes(record.id))) continue
    const other = person.record_ids.map(id => results.records.get(id)).find(Boolean)
    if (other) return other
  }
  return null
}
