import { ownValue } from '#shared/own-value.ts'
import type { FileLine } from './lines.ts'
import { parseObject } from './ndjson.ts'

type Side = readonly [property: string, column: string]

/** Relations with the property of each side, and the column of the other. */
const TIES: Readonly<Record<string, readonly [one: Side, other: Side]>> = {
  Employment: [
    ['employee', 'Место работы'],
    ['employer', 'Связи']
  ],
  Directorship: [
    ['director', 'Место работы'],
    ['organization', 'Связи']
  ],
  Membership: [
    ['member', 'Связи'],
    ['organization', 'Связи']
  ],
  Ownership: [
    ['owner', 'Связи'],
    ['asset', 'Связи']
  ],
  Family: [
    ['person', 'Родственник'],
    ['relative', 'Родственник']
  ],
  Associate: [
    ['person', 'Связи'],
    ['associate', 'Связи']
  ],
  Representation: [
    ['client', 'Связи'],
    ['agent', 'Связи']
  ],
  UnknownLink: [
    ['subject', 'Связи'],
    ['object', 'Связи']
  ]
}
const TIE_WORDS: Readonly<Record<string, string>> = {
  Membership: 'участник организации',
  Ownership: 'владение',
  Associate: 'знакомый',
  Representation: 'представитель',
  Employment: 'сотрудник',
  Directorship: 'руководитель',
  UnknownLink: 'связь'
}
/** Documents with their holder's column. */
const PAPERS: Readonly<Record<string, string>> = { Passport: 'passportNumber', Identification: 'idNumber' }
const RUSSIAN_PAPERS: Readonly<Record<string, string>> = {
  Паспорт: 'passportNumber',
  СНИЛС: 'socialSecurityNumber'
}

const JOINING =
  /"schema"\s*:\s*"(?:Employment|Directorship|Membership|Ownership|Family|Associate|Representation|UnknownLink|Passport|Identification|Address)"/
const IDS = /"id"\s*:\s*"((?:[^"\\]|\\.){1,256})"/g
/** Bounds the memory; later relations are dropped. */
const JOINING_MAX = 200_000

interface Entity {
  id: string
  schema: string
  caption?: unknown
  properties: Record<string, unknown[]>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function entityIn(text: string): Entity | null {
  const read = parseObject(text)
  if (!('fields' in read)) return null
  const { id, schema, properties } = read.fields as Record<string, unknown>
  const isWhole =
    typeof id === 'string' &&
    typeof schema === 'string' &&
    isObject(properties) &&
    Object.values(properties).every(Array.isArray)
  return isWhole ? (read.fields as unknown as Entity) : null
}

const textIn = (values: unknown[] | undefined): string => {
  const [first] = values ?? []
  return typeof first === 'string' ? first : ''
}

interface Statement {
  property: string
  text: string
}

/** Lines with values added by relations. */
export interface EntityTies {
  tied(lines: readonly FileLine[]): FileLine[]
}

/**
 * A first pass for relations and names; null without relations.
 * @param read Starts over each time.
 */
export async function readTies(read: () => AsyncIterable<readonly FileLine[]>): Promise<EntityTies | null> {
  const joining: Entity[] = []
  const wanted = new Set<string>()
  for await (const { text } of linesIn(read())) {
    if (joining.length === JOINING_MAX) break
    const entity = JOINING.test(text) ? entityIn(text) : null
    if (!entity) continue
    joining.push(entity)
    for (const [property] of ownValue(TIES, entity.schema) ?? [])
      wanted.add(textIn(entity.properties[property]))
  }
  if (joining.length === 0) return null
  const names = await namesOf(read(), wanted)
  return tiesOf(joining, names)
}

async function* linesIn(blocks: AsyncIterable<readonly FileLine[]>): AsyncGenerator<FileLine> {
  for await (const block of blocks) for (const line of block) if (line.reason === undefined) yield line
}

async function namesOf(
  blocks: AsyncIterable<readonly FileLine[]>,
  wanted: ReadonlySet<string>
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const { text } of linesIn(blocks)) {
    if (!idsIn(text).some(id => wanted.has(id))) continue
    const entity = entityIn(text)
    if (!entity || !wanted.has(entity.id)) continue
    const name = textIn(entity.properties.name) || textIn([entity.caption])
    if (name !== '') names.set(entity.id, name)
  }
  return names
}

const idsIn = (text: string): string[] => [...text.matchAll(IDS)].map(([, id = '']) => id)

function tiesOf(joining: readonly Entity[], names: ReadonlyMap<string, string>): EntityTies {
  const statements = new Map<string, Statement[]>()
  const addresses = new Map<string, string>()
  const storedIds = new Set<string>()
  const say = (id: string, property: string, text: string) =>
    statements.getOrInsertComputed(id, () => []).push({ property, text })
  for (const { id, schema, properties } of joining) {
    const sides = ownValue(TIES, schema)
    if (schema === 'Address') addresses.set(id, textIn(properties.full))
    else if (sides) {
      const [one, other] = sides.map(([property]) => textIn(properties[property])) as [string, string]
      if (!names.has(one) || !names.has(other)) continue
      storedIds.add(id)
      sayTie(say, schema, textIn(properties.role) || textIn(properties.relationship), [one, other], names)
    } else {
      const holder = textIn(properties.holder)
      const number = textIn(properties.number)
      const property = ownValue(RUSSIAN_PAPERS, textIn(properties.type)) ?? ownValue(PAPERS, schema)
      if (property === undefined || holder === '' || number === '') continue
      say(holder, property, number)
      storedIds.add(id)
    }
  }
  return { tied: lines => lines.map(line => tiedLine(line, statements, addresses, storedIds)) }
}

function sayTie(
  say: (id: string, property: string, text: string) => void,
  schema: string,
  role: string,
  ids: readonly [string, string],
  names: ReadonlyMap<string, string>
): void {
  const sides = ownValue(TIES, schema) ?? []
  for (const [at, [, column]] of sides.entries()) {
    const other = names.get(ids[1 - at] ?? '') ?? ''
    const words = role || ownValue(TIE_WORDS, schema) || schema
    say(ids[at] ?? '', column, column === 'Связи' ? `${words}: ${other}` : other)
    if (column === 'Место работы' && role !== '') say(ids[at] ?? '', 'position', role)
  }
}

function tiedLine(
  line: FileLine,
  statements: ReadonlyMap<string, readonly Statement[]>,
  addresses: ReadonlyMap<string, string>,
  storedIds: ReadonlySet<string>
): FileLine {
  if (line.reason !== undefined) return line
  const ids = idsIn(line.text)
  const isSaidOf =
    ids.some(id => statements.has(id) || storedIds.has(id)) ||
    (addresses.size > 0 && line.text.includes('addressEntity'))
  const entity = isSaidOf ? entityIn(line.text) : null
  if (!entity) return line
  if (storedIds.has(entity.id))
    return { ...line, reason: `${entity.schema}: записано в столбцах тех, кого касается` }
  const properties = new Map(Object.entries(entity.properties))
  const add = (property: string, text: string) => {
    const values = properties.get(property) ?? []
    if (!values.includes(text)) properties.set(property, [...values, text])
  }
  for (const { property, text } of statements.get(entity.id) ?? []) add(property, text)
  for (const id of entity.properties.addressEntity ?? []) {
    const full = typeof id === 'string' ? addresses.get(id) : undefined
    if (full) add('address', full)
  }
  return { ...line, text: JSON.stringify({ ...entity, properties: Object.fromEntries(properties) }) }
}
