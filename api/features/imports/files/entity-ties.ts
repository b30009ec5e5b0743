import { ownValue } from '#shared/own-value.ts'
import { labelOf, parseEntity } from './entities.ts'
import { VALUE_MAX_CHARS } from './limits.ts'
import type { FileLine } from './lines.ts'
import { parseObject, VALUES_JOINT } from './ndjson.ts'

const TIES_COLUMN = 'Связи'

type Side = readonly [property: string, column: string]

/** Relations with the property of each side, and the column of the other. */
const TIES: Readonly<Record<string, readonly [one: Side, other: Side]>> = {
  Employment: [
    ['employee', 'Место работы'],
    ['employer', TIES_COLUMN]
  ],
  Directorship: [
    ['director', 'Место работы'],
    ['organization', TIES_COLUMN]
  ],
  Membership: [
    ['member', TIES_COLUMN],
    ['organization', TIES_COLUMN]
  ],
  Ownership: [
    ['owner', TIES_COLUMN],
    ['asset', TIES_COLUMN]
  ],
  Family: [
    ['person', 'Родственник'],
    ['relative', 'Родственник']
  ],
  Associate: [
    ['person', TIES_COLUMN],
    ['associate', TIES_COLUMN]
  ],
  Representation: [
    ['client', TIES_COLUMN],
    ['agent', TIES_COLUMN]
  ],
  UnknownLink: [
    ['subject', TIES_COLUMN],
    ['object', TIES_COLUMN]
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
/** Unrolled, since alternatives under a star are tried in every way. */
const IDS = /"id"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g
/** Whatever a name of ASCII may be hidden by. */
const HIDDEN = /\\u00[2-7]/i
/** Bounds the memory; later relations are dropped. */
const JOINING_MAX = 200_000
/** Of a column of one record; the others are counted. */
const TOLD_MAX = 30
/** For the numbers of what is left out. */
const COUNTS_CHARS = 300

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

/** Texts of each property, in the order of the file. */
type Statements = Map<string, Set<string>>

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
    const entity = JOINING.test(text) || HIDDEN.test(text) ? entityIn(text) : null
    if (!entity || !isJoining(entity)) continue
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
    if (!mayBeOf(text, id => wanted.has(id))) continue
    const entity = entityIn(text)
    if (!entity || !wanted.has(entity.id)) continue
    const name = textIn(entity.properties.name) || textIn([entity.caption])
    if (name !== '') names.set(entity.id, name)
  }
  return names
}

const isJoining = ({ schema }: Entity): boolean =>
  Object.hasOwn(TIES, schema) || Object.hasOwn(PAPERS, schema) || schema === 'Address'

/** Sorts lines without parsing them: false only where none of its ids is wanted. */
const mayBeOf = (text: string, isWanted: (id: string) => boolean): boolean =>
  HIDDEN.test(text) || text.matchAll(IDS).some(([, id = '']) => isWanted(unescaped(id)))

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return ''
  }
}

function tiesOf(joining: readonly Entity[], names: ReadonlyMap<string, string>): EntityTies {
  const statements = new Map<string, Statements>()
  const addresses = new Map<string, string>()
  const reasons = new Map<string, string>()
  /** Whether it is among the first. */
  const say: Say = (id, property, text) => {
    const texts = statements
      .getOrInsertComputed(id, () => new Map())
      .getOrInsertComputed(property, () => new Set())
    texts.add(text)
    return texts.size <= TOLD_MAX
  }
  for (const { id, schema, properties } of joining) {
    const sides = ownValue(TIES, schema)
    let isTold = true
    if (schema === 'Address') addresses.set(id, textIn(properties.full))
    else if (sides) {
      const [one, other] = sides.map(([property]) => textIn(properties[property])) as [string, string]
      if (!names.has(one) || !names.has(other)) continue
      isTold = sayTie(
        say,
        schema,
        textIn(properties.role) || textIn(properties.relationship),
        [one, other],
        names
      )
    } else {
      const holder = textIn(properties.holder)
      const number = textIn(properties.number)
      const property = ownValue(RUSSIAN_PAPERS, textIn(properties.type)) ?? ownValue(PAPERS, schema)
      if (property === undefined || holder === '' || number === '') continue
      isTold = say(holder, property, number)
    }
    if (schema !== 'Address')
      reasons.set(
        id,
        isTold
          ? `${schema}: записано в столбцах тех, кого касается`
          : `${schema}: в столбцах тех, кого касается, названы первые ${TOLD_MAX}, остальные посчитаны`
      )
  }
  return { tied: lines => lines.map(line => tiedLine(line, statements, addresses, reasons)) }
}

type Say = (id: string, property: string, text: string) => boolean

/** Whether it is among the first of both sides. */
function sayTie(
  say: Say,
  schema: string,
  role: string,
  ids: readonly [string, string],
  names: ReadonlyMap<string, string>
): boolean {
  const sides = ownValue(TIES, schema) ?? []
  let isTold = true
  for (const [at, [, column]] of sides.entries()) {
    const other = names.get(ids[1 - at] ?? '') ?? ''
    const words = role || ownValue(TIE_WORDS, schema) || schema
    if (!say(ids[at] ?? '', column, column === TIES_COLUMN ? `${words}: ${other}` : other)) isTold = false
    if (column === 'Место работы' && role !== '') say(ids[at] ?? '', 'position', role)
  }
  return isTold
}

function tiedLine(
  line: FileLine,
  statements: ReadonlyMap<string, Statements>,
  addresses: ReadonlyMap<string, string>,
  reasons: ReadonlyMap<string, string>
): FileLine {
  if (line.reason !== undefined) return line
  const isSaidOf =
    mayBeOf(line.text, id => statements.has(id) || reasons.has(id)) ||
    (addresses.size > 0 && line.text.includes('addressEntity'))
  const entity = isSaidOf ? entityIn(line.text) : null
  if (!entity) return line
  const reason = reasons.get(entity.id)
  if (reason !== undefined) return { ...line, reason }
  const additions: Statements = new Map(statements.get(entity.id))
  const full = (entity.properties.addressEntity ?? []).map(id =>
    typeof id === 'string' ? addresses.get(id) : undefined
  )
  const own = full.filter(address => address !== undefined && address !== '') as string[]
  if (own.length > 0) additions.set('address', new Set([...(additions.get('address') ?? []), ...own]))
  if (additions.size === 0) return line
  const read = parseEntity(line.text)
  return 'reason' in read
    ? line
    : { ...line, text: JSON.stringify(withStatements(entity, additions, read.fields)) }
}

/** As many of the additions as their columns have room for, and the number of the rest. */
function withStatements(entity: Entity, additions: Statements, fields: object): Entity {
  const columns = new Map<string, string[]>(Object.entries(fields))
  const properties = new Map(Object.entries(entity.properties))
  const counts: string[] = []
  for (const [property, texts] of additions) {
    const label = labelOf(entity.schema, property)
    const column = columns.get(label) ?? []
    const values = properties.get(property) ?? []
    const further = [...texts.difference(new Set(values))]
    const shownTexts = firstFitting(further, VALUE_MAX_CHARS - COUNTS_CHARS - joinedChars(column))
    columns.set(label, [...column, ...shownTexts])
    properties.set(property, [...values, ...shownTexts])
    const left = further.length - shownTexts.length
    if (left > 0) counts.push(label === TIES_COLUMN ? `ещё ${left}` : `${label}: ещё ${left}`)
  }
  const room = VALUE_MAX_CHARS - joinedChars(columns.get(TIES_COLUMN) ?? [])
  if (counts.length > 0 && joinedChars(counts) <= room)
    properties.set(TIES_COLUMN, [...(properties.get(TIES_COLUMN) ?? []), ...counts])
  return { ...entity, properties: Object.fromEntries(properties) }
}

const joinedChars = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length + VALUES_JOINT.length, 0)

function firstFitting(texts: readonly string[], room: number): string[] {
  let left = room
  const after = texts.slice(0, TOLD_MAX).findIndex(text => {
    left -= text.length + VALUES_JOINT.length
    return left < 0
  })
  return texts.slice(0, after === -1 ? TOLD_MAX : after)
}
