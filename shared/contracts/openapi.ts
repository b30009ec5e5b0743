import * as v from 'valibot'

const anything = v.record(v.string(), v.unknown())

/** `GET /api/openapi.json`: OpenAPI 3.1, spec.openapis.org/oas/v3.1.0. */
export const openApiAnswer = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: anything,
  servers: v.array(anything),
  tags: v.array(anything),
  paths: v.record(v.string(), anything),
  components: v.strictObject({ examples: anything, schemas: anything, securitySchemes: anything })
})
export type OpenApiAnswer = v.InferOutput<typeof openApiAnswer>
