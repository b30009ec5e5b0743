import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import type { Relation, SummaryRow } from '#shared/contracts/summary.ts'
import { IDENTIFIER_KINDS, wordsOf } from '#shared/identity/identifiers/words.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { entityOf, type FtmEntity, ftmId, isMasked, withoutDigits } from './entity.ts'

/** What an entity needs of a person; a card has no summary. */
type Stated = Pick<
  AnswerPerson,
  | 'id'
  | 'kind'
  | 'name'
  | 'birth_date'
  | 'birth_year'
  | 'sex'
  | 'region'
  | 'facts'
  | 'source_keys'
  | 'record_ids'
  | 'parties'
  | 'why'
  | 'related'
> &
  Partial<Pick<Person, 'summary' | 'phones'>>

interface AnswerFacts {
  /** Titles of sources by their keys. */
  titles: Readonly<Record<string, string>>
  searchedAt: string
}

/** Of fields that are one property of a person or an organisation. */
const PROPERTIES: Partial<Record<FieldKind, string>> = {
  email: 'email',
  inn: 'innCode',
  snils: 'socialSecurityNumber',
  ogrn: 'ogrnCode',
  passport: 'passportNumber',
  address: 'address',
  birth_place: 'birthPlace',
  position: 'position'
}
const OF_PEOPLE_ALONE: ReadonlySet<string> = new Set([
  'socialSecurityNumber',
  'passportNumber',
  'birthPlace',
  'position'
])
/** Papers, each an entity with its holder. */
const DOCUMENTS: readonly FieldKind[] = /* @__PURE__ */ IDENTIFIER_KINDS.filter(kind => wordsOf(kind).isPaper)
/** Said by properties of the card. */
const SAID: readonly FieldKind[] = ['phone', 'full_name', 'birth_date', 'gender']

const KINDS = /* @__PURE__ */ new Map(
  Object.entries(FIELD_LABELS).map(([kind, label]) => [label, kind as FieldKind])
)

/** People and organisations of an answer, then their papers, addresses and ties to others of the answer. */
export function entitiesOfPeople(people: readonly Stated[], answer: AnswerFacts): FtmEntity[] {
  const ids = idsOf(people)
  const byId = new Map(people.map(person => [person.id, person]))
  const others = new Map<string, FtmEntity>()
  const mains = people.map(person => mainOf(person, ids.get(person.id) ?? '', answer))
  for (const person of people) {
    const id = ids.get(person.id) ?? ''
    for (const entity of [...papersOf(person, id), ...addressesOf(person)]) others.set(entity.id, entity)
    for (const relation of person.related) {
      const other = byId.get(relation.person_id)
      // What names it is a part of its id.
      const tie =
        other && !isMasked(relation.value) && tieOf([person, id], [other, ids.get(other.id) ?? ''], relation)
      if (tie && !others.has(tie.id)) others.set(tie.id, tie)
    }
  }
  return [...mains, ...others.values()]
}

/** By their best record: two people of one record differ by the place there. */
function idsOf(people: readonly Stated[]): Map<string, string> {
  const ids = new Map<string, string>()
  const usedIds = new Set<string>()
  for (const person of people) {
    const own = recordIdsOf(person).toSorted()
    const names = own.map(record => ftmId(person.kind, record, String(person.parties?.[record]?.place ?? 0)))
    const id =
      names.find(name => !usedIds.has(name)) ?? ftmId(person.kind, ...own, withoutDigits(person.name))
    usedIds.add(id)
    ids.set(person.id, id)
  }
  return ids
}

const rowsOf = ({ summary = [] }: Stated, kind: FieldKind) =>
  summary.filter(({ field, value }) => field === FIELD_LABELS[kind] && !isMasked(value))

function mainOf(person: Stated, id: string, { titles, searchedAt }: AnswerFacts): FtmEntity {
  const { kind, name, birth_date, birth_year, sex, region, facts, phones = [], summary = [] } = person
  const isPerson = kind === 'person'
  const mapped = Object.entries(PROPERTIES).filter(
    ([, property]) => isPerson || !OF_PEOPLE_ALONE.has(property)
  )
  const mappedKinds = new Set<string>([...SAID, ...mapped.map(([field]) => field)])
  const note = ({ field, value }: Pick<SummaryRow, 'field' | 'value'>) => `${field}: ${value}`
  const unsaid = (summary.length > 0 ? summary : facts).filter(
    ({ field }) => !mappedKinds.has(KINDS.get(field) ?? '')
  )
  return entityOf(id, isPerson ? 'Person' : 'Organization', name, {
    name: [name],
    alias: rowsOf(person, 'full_name')
      .map(({ value }) => value)
      .filter(value => value !== name),
    ...(isPerson && { birthDate: [birth_date ?? birth_year?.toString()], gender: [sex] }),
    phone: phones
      .map(({ phone }) => phone)
      .filter(phone => !isMasked(phone))
      .map(e164),
    ...Object.fromEntries(
      mapped.map(([field, property]) => [
        property,
        rowsOf(person, field as FieldKind).map(({ value }) => value)
      ])
    ),
    addressEntity: rowsOf(person, 'address').map(({ value }) => addressId(value)),
    notes: [
      ...unsaid.map(note),
      ...(summary.length === 0 && region !== null
        ? [note({ field: FIELD_LABELS.region, value: region })]
        : [])
    ],
    summary: [person.why.join('; ')],
    publisher: person.source_keys.map(key => titles[key] ?? key),
    retrievedAt: [searchedAt.slice(0, 10)]
  })
}

/** A number in normal form is its digits alone. */
const e164 = (phone: string) => `+${phone.replace(/\D/g, '')}`

function papersOf(person: Stated, holder: string): FtmEntity[] {
  if (person.kind !== 'person') return []
  return DOCUMENTS.flatMap(kind =>
    rowsOf(person, kind).map(({ value }) =>
      entityOf(ftmId('paper', holder, kind, value), 'Identification', `${FIELD_LABELS[kind]} ${value}`, {
        holder: [holder],
        type: [FIELD_LABELS[kind]],
        number: [value]
      })
    )
  )
}

const addressId = (address: string) => ftmId('address', address.toLowerCase())

const addressesOf = (person: Stated): FtmEntity[] =>
  rowsOf(person, 'address').map(({ value }) =>
    entityOf(addressId(value), 'Address', value, { full: [value] })
  )

type Named = readonly [person: Stated, id: string]

/** What both have: of an organisation and a person of it an employment, else a link whose nature is not known. */
function tieOf(one: Named, other: Named, { kind, value, text }: Relation): FtmEntity {
  const [first, second] = [one, other].toSorted(([, a], [, b]) => (a < b ? -1 : 1)) as [Named, Named]
  const id = ftmId('tie', kind, value, first[1], second[1])
  const [organisation, person] = first[0].kind === 'organisation' ? [first, second] : [second, first]
  const isWork =
    kind === 'workplace' && organisation[0].kind === 'organisation' && person[0].kind === 'person'
  return isWork
    ? entityOf(id, 'Employment', text, { employer: [organisation[1]], employee: [person[1]], role: [text] })
    : entityOf(id, 'UnknownLink', text, {
        subject: [first[1]],
        object: [second[1]],
        role: [text],
        description: [value]
      })
}
