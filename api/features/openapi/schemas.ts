import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs
} from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { userShape } from '#shared/contracts/auth.ts'
import { matchShape, reasonShape } from '#shared/contracts/match.ts'
import { operatorShape } from '#shared/contracts/operator.ts'
import { personCardShape, personShape } from '#shared/contracts/person.ts'
import { mcpErrorShape } from '#shared/contracts/programs/mcp.ts'
import { publicRefusalShape } from '#shared/contracts/programs/public-api.ts'
import { readingShape } from '#shared/contracts/reading.ts'
import { refusalShape } from '#shared/contracts/refusal.ts'
import { recordShape } from '#shared/contracts/search.ts'

/** Shapes that stand once in the document, under these names. */
const NAMED = {
  User: userShape,
  Reading: readingShape,
  Reason: reasonShape,
  Match: matchShape,
  Person: personShape,
  PersonCard: personCardShape,
  Record: recordShape,
  Operator: operatorShape,
  Refusal: refusalShape,
  PublicRefusal: publicRefusalShape,
  AgentRefusal: mcpErrorShape
} as unknown as Record<string, GenericSchema>

export const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Checks of code, as that two passwords are equal, have no JSON Schema: they are left out. */
const CONFIG = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => referenceTo(referenceId).$ref
} satisfies ConversionConfig

/** A schema as OpenAPI 3.1 takes it, with references to the named ones. */
function convert(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, { ...CONFIG, typeMode, definitions: NAMED })
  return own
}

/** A schema that looks at the raw value first says what it takes by what comes after. */
const described = (schema: GenericSchema & { pipe?: readonly unknown[] }): GenericSchema =>
  schema.type === 'unknown' ? ((schema.pipe?.at(-1) ?? schema) as GenericSchema) : schema

export const requestSchema = (schema: unknown): JsonSchema =>
  convert(described(schema as GenericSchema), 'input')
export const answerSchema = (schema: GenericSchema): JsonSchema => convert(schema, 'output')

/** A schema that stands alone: the named ones that it refers to stand under `$defs`. */
export function wholeSchema(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
    definitions: NAMED
  })
  const needed = namesIn(own, $defs)
  return needed.size === 0
    ? own
    : { ...own, $defs: Object.fromEntries([...needed].map(name => [name, $defs[name] ?? {}])) }
}

/** Names of the definitions that a schema refers to, and those refer to. */
function namesIn(
  schema: unknown,
  definitions: Record<string, unknown>,
  found = new Set<string>()
): Set<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    namesIn(definitions[name], definitions, found)
  }
  return found
}

export const namedSchemas = (): Record<string, JsonSchema> =>
  toJsonSchemaDefs(NAMED, { ...CONFIG, typeMode: 'output' })
