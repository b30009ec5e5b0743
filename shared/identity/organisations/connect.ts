import { EMPLOYEE, NAMED_BESIDE } from '#shared/identity/matching/sentences.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import type { PersonDraft } from '#shared/identity/people/person.ts'
import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { OrganisationCluster } from './clusters.ts'

/** Headers that name the position of a person. */
const TELLING_HEADER = /^(?:руководитель|(?:генеральный |ген\. ?)?директор|учредитель|сотрудник|работник)$/iu
const POSITION_CHARS_MAX = 120

/** Position as the source gives it: «генеральный директор», «место работы». */
const positionIn = ({ fields, columns, attributes }: MatchedRecord): string => {
  const labels = Object.keys(fields).filter(label => (fields[label] ?? '') !== '')
  const position = labels.find(
    label => kindOfField(label, columns) === 'position' || kindOfHeader(label) === 'position'
  )
  if (position) return (fields[position] ?? '').slice(0, POSITION_CHARS_MAX)
  const header = labels.find(
    label => TELLING_HEADER.test(label.trim()) && kindOfField(label, columns) === 'full_name'
  )
  if (header) return header.trim().toLowerCase()
  return attributes.displayValues.workplaces.length > 0 ? EMPLOYEE : NAMED_BESIDE
}

export const personInRecordKey = ({ record_id, party }: MatchedRecord): string =>
  party ? `${party.place} ${record_id}` : record_id

export const connectPeople = (
  organisation: PersonDraft,
  { mentions }: OrganisationCluster,
  personOf: ReadonlyMap<string, PersonDraft>
): void => {
  const { person: card } = organisation
  const own = recordIdsOf(card)
  const others = mentions.filter(({ isOwn }) => !isOwn)
  for (const [draft, theirs] of Map.groupBy(others, ({ record }) =>
    personOf.get(personInRecordKey(record))
  )) {
    if (!draft) continue
    const positions = new Set(theirs.map(({ record }) => positionIn(record)))
    const position = [...positions].join(', ')
    const recordIds = [...new Set(theirs.map(({ record }) => record.record_id))]
    card.related.push({
      kind: 'workplace',
      value: card.name,
      person_id: draft.person.id,
      record_ids: recordIds,
      text: position
    })
    draft.person.related.push({
      kind: 'workplace',
      value: card.name,
      person_id: card.id,
      record_ids: own.length > 0 ? own : recordIds,
      text: position
    })
  }
}
