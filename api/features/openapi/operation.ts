import type { JsonSchema } from '@valibot/to-json-schema'
import {
  accessOf,
  contractOf,
  isAgentPath,
  isPublicPath,
  refusalsOf,
  statusOf
} from '#api/http/route-contract.ts'
import { hasFormBody, type TableRoute, withoutSlash } from '#api/http/route-table.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '#shared/constants.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { exampleOf } from './answer-examples.ts'
import { BODY_EXAMPLES } from './body-examples.ts'
import { refusalExamples } from './examples.ts'
import { answerSchema, referenceTo, requestSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPES = [JSON_TYPE, 'multipart/form-data', 'application/x-www-form-urlencoded']
/** Statuses that say when to come back. */
const LATER = [429, 503]

/** A route's path as OpenAPI writes it: `/api/news/{id}`. */
export const documentPath = (path: string): string => withoutSlash(path).replace(/:(\w+)/g, '{$1}')

const wordsOf = (path: string) => (path.match(/\w+/g) ?? []).filter(word => word !== 'api')

/** The Operation Object of a route. */
export function operationOf(route: TableRoute): Record<string, unknown> {
  const access = accessOf(route)
  const parameters = parametersOf(route)
  const body = route.hooks.body ?? contractOf(route)?.takes
  return {
    tags: [tagOf(documentPath(route.path))],
    operationId: [route.method.toLowerCase(), ...wordsOf(route.path)].join('_'),
    summary: contractOf(route)?.summary,
    ...(access?.role && { description: `Только для роли «${access.role}».` }),
    security: access
      ? [{ session: [] }, ...(access.takesToken ? [{ token: [] }] : [])]
      : isPublicPath(route.path)
        ? [{ token: [] }, {}]
        : isAgentPath(route.path)
          ? [{ token: [] }]
          : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestOf(route, requestSchema(body)) }),
    responses: responsesOf(route)
  }
}

function parametersOf(route: TableRoute): Record<string, unknown>[] {
  const { query } = route.hooks
  const fields = query === undefined ? {} : (requestSchema(query).properties ?? {})
  return [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' }
    })),
    ...Object.entries(fields).map(([name, schema]) => ({ name, in: 'query', schema })),
    ...(contractOf(route)?.takesKey
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Повтор с тем же ключом и телом даёт тот же ответ.',
            schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_CHARS }
          }
        ]
      : [])
  ]
}

function requestOf(route: TableRoute, schema: JsonSchema): Record<string, unknown> {
  const types = hasFormBody(route) ? FORM_TYPES : [JSON_TYPE]
  const own = BODY_EXAMPLES[`${route.method} ${documentPath(route.path)}`]
  const examples = contractOf(route)?.examples?.takes ?? (own === undefined ? {} : { Пример: own })
  const media = { schema, examples: valuesOf(examples) }
  return { required: true, content: Object.fromEntries(types.map(type => [type, media])) }
}

/** By status: what the route answers, and the codes of its refusals. */
function responsesOf(route: TableRoute): Record<string, unknown> {
  const { answers = {}, type = JSON_TYPE, examples } = contractOf(route) ?? {}
  const refusals = Map.groupBy(refusalsOf(route), statusOf)
  const statuses = [...new Set([...Object.keys(answers).map(Number), ...refusals.keys()])].sort(
    (a, b) => a - b
  )
  return Object.fromEntries(
    statuses.map(status => {
      const codes = refusals.get(status) ?? []
      const answer = answers[status]
      const schemas = [
        ...(answer ? [answerSchema(answer)] : []),
        ...(codes.length > 0 ? [refusalSchema(route, codes)] : [])
      ]
      return [
        status,
        {
          description:
            codes.length > 0 ? codes.map(code => `${code}: ${PROBLEMS[code].text}`).join('\n\n') : 'Успешно',
          ...(LATER.includes(status) && { headers: RETRY_AFTER }),
          content: {
            [answer ? type : JSON_TYPE]: {
              schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
              examples: {
                ...(answer &&
                  status < 400 &&
                  valuesOf(examples?.answers?.[status] ?? { Ответ: exampleOf(answer) })),
                ...refusalExamples(route, codes)
              }
            }
          }
        }
      ]
    })
  )
}

const valuesOf = (examples: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

const RETRY_AFTER = {
  'Retry-After': { description: 'Через сколько секунд повторить.', schema: { type: 'integer', minimum: 0 } }
}

const refusalSchema = ({ path }: TableRoute, codes: readonly ProblemCode[]): JsonSchema =>
  isAgentPath(path)
    ? referenceTo('AgentRefusal')
    : isPublicPath(path)
      ? { allOf: [referenceTo('PublicRefusal')], properties: { error_code: { enum: [...codes] } } }
      : { allOf: [referenceTo('Refusal')], properties: { code: { enum: [...codes] } } }
