import { normalizeInn } from '#shared/identity/identifiers/inn.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { parseObject, type RecordParser } from './ndjson.ts'

/** A line of FollowTheMoney (OpenSanctions, OpenAleph); properties are lists. */
interface Entity {
  id?: unknown
  schema: string
  caption?: unknown
  datasets?: unknown
  last_change?: unknown
  properties: Readonly<Record<string, readonly unknown[]>>
}

type Labels = Readonly<Record<string, string>>

const COMMON: Labels = {
  previousName: 'Прежнее название',
  country: 'Страна',
  jurisdiction: 'Юрисдикция',
  ogrnCode: 'ОГРН',
  registrationNumber: 'Регистрационный номер',
  website: 'Сайт',
  topics: 'Темы',
  notes: 'Примечание',
  summary: 'Сведения',
  sourceUrl: 'Источник сведений'
}

const PERSON: Labels = {
  ...COMMON,
  name: 'ФИО',
  alias: 'Другое ФИО',
  weakAlias: 'Псевдоним',
  previousName: 'Прежнее ФИО',
  birthDate: 'Дата рождения',
  birthPlace: 'Место рождения',
  deathDate: 'Дата смерти',
  gender: 'Пол',
  nationality: 'Гражданство',
  citizenship: 'Гражданство',
  innCode: 'ИНН',
  socialSecurityNumber: 'СНИЛС',
  passportNumber: 'Паспорт',
  idNumber: 'Номер удостоверения',
  phone: 'Телефон',
  email: 'E-mail',
  address: 'Адрес',
  position: 'Должность',
  education: 'Образование'
}

const ORGANISATION: Labels = {
  ...COMMON,
  name: 'Организация',
  alias: 'Сокращённое наименование',
  innCode: 'ИНН организации',
  kppCode: 'КПП',
  phone: 'Телефон организации',
  email: 'E-mail организации',
  address: 'Адрес организации',
  incorporationDate: 'Дата создания',
  dissolutionDate: 'Дата закрытия',
  legalForm: 'Организационная форма',
  status: 'Состояние'
}

/** An entity of unknown kind may have either name. */
const LABELS: Readonly<Record<string, Labels>> = {
  Person: PERSON,
  LegalEntity: PERSON,
  Organization: ORGANISATION,
  Company: ORGANISATION,
  PublicBody: ORGANISATION
}

/** Column of a property. */
export const labelOf = (schema: string, property: string): string =>
  ownValue(ownValue(LABELS, schema) ?? {}, property) ?? property

/** Relations name their sides by id. */
const RELATIONS = new Set(
  (
    'Associate Debt Directorship Documentation Employment EconomicActivity Family Membership Occupancy Ownership Payment ' +
    'ProjectParticipant Representation Sanction Similar Succession UnknownLink'
  ).split(' ')
)
/** Properties with an id, unless the entity is nested. */
const REFERENCES = new Set(['addressEntity', 'parent', 'operator'])
const TEXTS_SHOWN = 6
const SCHEMA_SHOWN_CHARS = 40

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isEntity = (value: unknown): value is Entity =>
  isObject(value) &&
  typeof value.schema === 'string' &&
  isObject(value.properties) &&
  Object.values(value.properties).every(Array.isArray)

export function areEntities(lines: readonly string[]): boolean {
  const objects = lines.map(parseObject).flatMap(read => ('fields' in read ? read.fields : []))
  return objects.filter(isEntity).length * 2 > objects.length
}

const COUNTRIES = ['country', 'jurisdiction', 'nationality', 'citizenship']

/** Foreign numbers may look the same. */
function isInn(text: string, { properties }: Pick<Entity, 'properties'>): boolean {
  const countries = COUNTRIES.flatMap(property => properties[property] ?? [])
  return normalizeInn(text) !== null && (countries.length === 0 || countries.includes('ru'))
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** Text of a nested entity: «Ownership: ООО «Ромашка», 50». */
function textOf({ schema, caption, properties }: Entity, ownId: unknown): string {
  if (schema === 'Address' && properties.full) return properties.full.map(plainText).join(', ')
  const parts = Object.values(properties)
    .flat()
    .map(part => plainText(isEntity(part) ? part.caption : part))
    .filter(text => text !== '' && text !== ownId)
  const name = RELATIONS.has(schema) ? '' : plainText(caption)
  return `${schema}: ${name || parts.slice(0, TEXTS_SHOWN).join(', ')}`
}

function fieldsOf({ properties, ...head }: Entity, labels: Labels): object {
  const fields = new Map<string, Set<string>>()
  const add = (label: string, texts: readonly string[]): void => {
    for (const text of texts) if (text !== '') fields.getOrInsertComputed(label, () => new Set()).add(text)
  }
  const { name = [], lastName = [], firstName = [], fatherName = [], ...others } = properties
  const { middleName = fatherName, ...rest } = others
  const [first = plainText(head.caption), ...further] = name.map(plainText)
  add('id', [plainText(head.id)])
  add(labels.name ?? '', [first])
  add(labels.alias ?? '', further)
  // Ambiguous with several spellings.
  for (const [label, [part]] of Object.entries({ Фамилия: lastName, Имя: firstName, Отчество: middleName }))
    add(label, [plainText(part)])
  for (const [property, values] of Object.entries(rest)) {
    const within = values.filter(isEntity)
    const label = ownValue(labels, property) ?? property
    if (property === 'taxNumber')
      for (const text of values.map(plainText))
        add((isInn(text, { properties }) && labels.innCode) || 'Налоговый номер', [text])
    else if (!REFERENCES.has(property)) add(label, values.map(plainText))
    for (const entity of within)
      add((entity.schema === 'Address' && labels.address) || 'Связи', [textOf(entity, head.id)])
  }
  add('Наборы', [head.datasets].flat().map(plainText))
  add('Дата обновления', [plainText(head.last_change)])
  return Object.fromEntries([...fields].map(([label, texts]) => [label, [...texts]]))
}

/** A person or organisation. Relations by id are skipped, nested ones are described. */
export const parseEntity: RecordParser = text => {
  const read = parseObject(text)
  if ('reason' in read) return read
  if (!isEntity(read.fields)) return { reason: 'строка не описывает объект FollowTheMoney' }
  const { schema } = read.fields
  const labels = ownValue(LABELS, schema)
  if (labels) return { fields: fieldsOf(read.fields, labels) }
  return {
    reason: RELATIONS.has(schema)
      ? `связь двух других записей (${schema}): людей она называет только кодами`
      : `объект вида ${quoted(schema.slice(0, SCHEMA_SHOWN_CHARS))}: не человек и не организация`
  }
}
