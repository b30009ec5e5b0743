import * as fc from 'fast-check'

export type JsonSchema = Record<string, unknown>
type Named = Record<string, JsonSchema>

/** Values that a JSON Schema of our document allows, as far as it says so: patterns are not followed. */
function fromSchema(schema: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  const {
    $ref,
    anyOf,
    allOf,
    const: only,
    enum: values,
    type
  } = schema as {
    $ref?: string
    anyOf?: JsonSchema[]
    allOf?: JsonSchema[]
    const?: unknown
    enum?: unknown[]
    type?: string
  }
  if ($ref !== undefined) return fromSchema(named[$ref.split('/').at(-1) ?? ''] ?? {}, named)
  if (anyOf) return fc.oneof(...anyOf.map(each => fromSchema(each, named)))
  if (allOf)
    return fc.tuple(...allOf.map(each => fromSchema(each, named))).map(parts => Object.assign({}, ...parts))
  if (only !== undefined) return fc.constant(only)
  if (values) return fc.constantFrom(...values)
  switch (type) {
    case 'string':
      return fc.string({ unit: 'binary', ...lengths(schema) })
    case 'integer':
    case 'number':
      return fc.integer({ min: Number(schema.minimum ?? -1_000), max: Number(schema.maximum ?? 1_000_000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema((schema.items ?? {}) as JsonSchema, named), { maxLength: 3 })
    case 'object':
      return fromObject(schema, named)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const lengths = ({ minLength, maxLength }: JsonSchema) => ({
  minLength: Number(minLength ?? 0),
  maxLength: Math.min(Number(maxLength ?? 40), 300)
})

function fromObject({ properties, required }: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  const own = Object.entries((properties ?? {}) as Named).filter(([, schema]) => schema.not === undefined)
  const keys = Object.fromEntries(own.map(([name, schema]) => [name, fromSchema(schema, named)]))
  return fc.record(keys, { requiredKeys: ((required ?? []) as string[]).filter(name => name in keys) })
}

/** Mostly what the schema allows; else with a value that it does not know, or something else altogether. */
export function nearSchema(schema: JsonSchema, named: Named): fc.Arbitrary<unknown> {
  const right = fromSchema(schema, named)
  const odd = fc.jsonValue({ maxDepth: 3 })
  const bent = fc
    .tuple(right, fc.string({ maxLength: 8 }), odd)
    .map(([value, key, other]) =>
      typeof value === 'object' && value !== null ? { ...value, [bentKey(value, key)]: other } : other
    )
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 3, arbitrary: bent },
    { weight: 1, arbitrary: odd }
  )
}

/** One of its own keys, as a rule. */
const bentKey = (value: object, key: string) => Object.keys(value)[key.length] ?? key
