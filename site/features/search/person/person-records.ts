import type { Person } from '#shared/contracts/person.ts'
import { IDENTIFIER_KINDS, wordsOf } from '#shared/identity/identifiers/words.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { RecordView, Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { furtherRule } from './further-view.ts'

/** A record as the panel of its person lists it. */
export interface PersonRecord {
  record: RecordView
  number: number
  sourceTitle: string
  /** The rule that joined it where the line does not find it, else empty. */
  further: string
  /** The name as it is written there. */
  written: string
  born: string
  /** The first contact or number of it, and what it is: «паспорт 00 00 204175». */
  contact: string
  /** «18.05.2019», or empty. */
  recordDate: string
  sourceDate: string
}

const NAMES: readonly string[] = [FIELD_LABELS.full_name, FIELD_LABELS.organization]
const CONTACTS = new Map<string, string>(
  IDENTIFIER_KINDS.map(kind => [FIELD_LABELS[kind], wordsOf(kind).noun])
)

/** The records of a person, in the order of the answer, with what each of them states. */
export function personRecordsOf(person: Person, { records, sources }: Results): PersonRecord[] {
  const stated = Map.groupBy(
    person.summary.flatMap(({ field, evidence }) => evidence.map(piece => ({ field, ...piece }))),
    ({ record_id }) => record_id
  )
  return sources.flatMap(({ key, number, title, asOf }) =>
    recordIdsOf(person).flatMap((id): PersonRecord[] => {
      const record = records.get(id)
      if (record?.source !== key) return []
      const pieces = (stated.get(id) ?? []).filter(({ state }) => state !== 'conflicts')
      const textOf = (fields: readonly string[]) => pieces.find(({ field }) => fields.includes(field))?.text
      const contact = pieces.find(({ field }) => CONTACTS.has(field))
      const date = pieces.find(({ record_date }) => record_date)?.record_date ?? ''
      return [
        {
          record,
          number,
          sourceTitle: title,
          further: furtherRule(record.match),
          // Somebody without a name is not whom the record is about.
          written: textOf(NAMES) ?? (person.parties?.[id] ? '' : record.title),
          born: dateText(textOf([FIELD_LABELS.birth_date]) ?? ''),
          contact: contact ? `${CONTACTS.get(contact.field)} ${contact.text}` : '',
          recordDate: dateText(date),
          sourceDate: dateText(asOf)
        }
      ]
    })
  )
}
