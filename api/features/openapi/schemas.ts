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
import { publicRefusalShape } from '#shared/contracts/public-api.ts'
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
  PublicRefusal: publicRefusalShape
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

export const namedSchemas = (): Record<string, JsonSchema> =>
  toJsonSchemaDefs(NAMED, { ...CONFIG, typeMode: 'output' })
