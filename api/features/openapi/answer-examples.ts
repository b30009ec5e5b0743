import * as v from 'valibot'
import { EMPTY, FORMS, NUMBERS, RECORD_KEYS, RECORD_LABEL, TEXT, WORDS } from './example-words.ts'

type Schema = v.GenericSchema
type Entries = Record<string, Schema>
/** The parts of any schema of an answer. */
interface Parts {
  type: string
  entries?: Entries
  item?: Schema
  items?: readonly Schema[]
  key?: Schema
  literal?: unknown
  options?: readonly unknown[]
  pipe?: readonly { type: string; requirement?: unknown }[]
  rest?: Schema
  value?: Schema
  wrapped?: Schema
}

const YES = /^(ok|success|is_active|valid|enabled)$/
const NUMBERS_TRIED = [1, 0, 10]
const OPTIONAL = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish'])

/**
 * An answer that a schema describes, written from the schema, so that none is kept beside it. Fields that may be absent
 * are.
 *
 * @param key Names from the outermost one to this: «list.title».
 * @throws Error of a schema that takes nothing of what is tried: then words for its key are missing.
 */
export function exampleOf(schema: Schema, key = ''): unknown {
  const example = candidatesOf(schema, key).find(candidate => v.is(schema, candidate))
  if (example === undefined) throw new Error(`no example of «${key}» (${schema.type})`)
  return example
}

function candidatesOf(schema: Schema, key: string): unknown[] {
  const {
    type,
    entries = {},
    item,
    items = [],
    key: keys,
    literal,
    options = [],
    pipe = [],
    rest,
    value,
    wrapped
  } = schema as Parts
  switch (type) {
    case 'string':
      return [wordFor(WORDS, key), TEXT, ...FORMS]
    case 'number':
      return [wordFor(NUMBERS, key), ...NUMBERS_TRIED]
    case 'boolean':
      return [YES.test(lastOf(key))]
    case 'literal':
      return [literal]
    case 'picklist':
      return [...options]
    case 'union':
    case 'variant':
      return options.map(option => exampleOf(option as Schema, key))
    case 'array':
      return item && item.type !== 'never' && !EMPTY.has(lastOf(key))
        ? [listOf(item, key, fewest(pipe))]
        : [[]]
    case 'tuple':
      return [items.map(each => exampleOf(each, key))]
    case 'record':
      return keys && value ? [recordOf(keys, value, key)] : []
    case 'unknown':
      return [TEXT]
    case 'null':
      return [null]
    default:
      return wrapped
        ? [exampleOf(wrapped, key)]
        : [{ ...objectOf(entries, key), ...(rest && { [RECORD_LABEL]: exampleOf(rest, RECORD_LABEL) }) }]
  }
}

const lastOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** By a name with the one that it stands under, else by the name alone. */
const wordFor = <T>(words: Readonly<Record<string, T>>, key: string): T | undefined =>
  words[key.split('.').slice(-2).join('.')] ?? words[lastOf(key)]

/** How many items a list has at least. */
const fewest = (pipe: NonNullable<Parts['pipe']>): number =>
  Math.max(
    1,
    ...pipe.filter(({ type }) => /^(min_)?length$/.test(type)).map(({ requirement }) => Number(requirement))
  )

const listOf = (item: Schema, key: string, length: number): unknown[] =>
  Array.from({ length }, () => exampleOf(item, key))

const recordOf = (keys: Schema, value: Schema, key: string): Record<string, unknown> => ({
  [RECORD_KEYS[lastOf(key)] ?? String(exampleOf(keys, 'key'))]: exampleOf(value, key)
})

const objectOf = (entries: Entries, key: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([, entry]) => !OPTIONAL.has(entry.type))
      .map(([name, entry]) => [name, exampleOf(entry, `${key}.${name}`)])
  )
