import type { OpenApiAnswer } from '#shared/contracts/openapi.ts'

/** A call that the running product says it takes. */
export interface Operation {
  method: string
  /** With `{names}` for parameters. */
  path: string
  /** JSON Schema of the body, where one is taken. */
  body: Schema | null
  query: readonly string[]
  /** Who is let in: with a session, with the administrator's role. */
  needsSession: boolean
  needsAdministrator: boolean
}

export type Schema = Record<string, unknown>

interface Described {
  security?: unknown[]
  description?: string
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  parameters?: { name: string; in: string }[]
}

/** Every route of the product, as its own description lists them. */
export async function operationsOf(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiAnswer
  const schemas = document.components.schemas as Record<string, Schema>
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      body: resolved(described.requestBody?.content?.['application/json']?.schema, schemas),
      query: (described.parameters ?? []).filter(each => each.in === 'query').map(each => each.name),
      needsSession: (described.security ?? []).some(each => 'session' in (each as object)),
      needsAdministrator: /администратор/i.test(described.description ?? '')
    }))
  )
}

function resolved(schema: Schema | undefined, schemas: Record<string, Schema>): Schema | null {
  const { anyOf } = (schema ?? {}) as { anyOf?: Schema[] }
  // Of alternatives every field is tried.
  if (anyOf)
    return { properties: Object.assign({}, ...anyOf.map(each => resolved(each, schemas)?.properties)) }
  const reference = schema?.$ref
  if (typeof reference !== 'string') return schema ?? null
  return schemas[reference.split('/').at(-1) ?? ''] ?? null
}
