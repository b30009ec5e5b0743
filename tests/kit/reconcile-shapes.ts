import * as v from 'valibot'

/**
 * What the published schemas of reconciliation-api.github.io/specs/0.2 ask of a service, written from their text: the names of
 * keys, which of them must be there, and the types of their values. Other keys may stand beside them.
 */
const typeShape = v.looseObject({ id: v.string(), name: v.string(), description: v.optional(v.string()) })
const template = v.looseObject({ url: v.pipe(v.string(), v.includes('{{id}}')) })
const place = v.optional(
  v.looseObject({ service_url: v.optional(v.string()), service_path: v.optional(v.string()) })
)

export const specManifest = v.looseObject({
  versions: v.pipe(v.array(v.string()), v.includes('0.2')),
  name: v.string(),
  identifierSpace: v.string(),
  schemaSpace: v.string(),
  documentation: v.optional(v.string()),
  view: v.optional(template),
  defaultTypes: v.optional(v.array(typeShape)),
  suggest: v.optional(v.looseObject({ entity: place, property: place, type: place })),
  preview: v.optional(
    v.looseObject({
      ...template.entries,
      width: v.pipe(v.number(), v.integer()),
      height: v.pipe(v.number(), v.integer())
    })
  ),
  extend: v.optional(
    v.looseObject({ propose_properties: place, property_settings: v.optional(v.array(v.looseObject({}))) })
  ),
  batchSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  // As Swagger 2 has it.
  authentication: v.optional(
    v.looseObject({ type: v.literal('apiKey'), name: v.string(), in: v.picklist(['header', 'query']) })
  )
})

const namedType = v.union([v.string(), v.looseObject({ id: v.string(), name: v.optional(v.string()) })])

export const specResults = v.record(
  v.string(),
  v.looseObject({
    result: v.array(
      v.looseObject({
        id: v.string(),
        name: v.string(),
        score: v.number(),
        description: v.optional(v.string()),
        match: v.optional(v.boolean()),
        type: v.optional(v.array(namedType)),
        features: v.optional(
          v.array(v.looseObject({ id: v.optional(v.string()), value: v.union([v.boolean(), v.number()]) }))
        )
      })
    )
  })
)

const cell = v.union([
  v.strictObject({}),
  v.strictObject({ id: v.string(), name: v.string(), description: v.optional(v.string()) }),
  v.strictObject({ str: v.string() }),
  v.strictObject({ float: v.number() }),
  v.strictObject({ int: v.pipe(v.number(), v.integer()) }),
  v.strictObject({ date: v.pipe(v.string(), v.isoTimestamp()) })
])

export const specExtension = v.looseObject({
  meta: v.array(
    v.looseObject({ id: v.string(), name: v.string(), type: v.optional(v.looseObject({ id: v.string() })) })
  ),
  rows: v.record(v.string(), v.record(v.string(), v.array(cell)))
})

export const specSuggestions = v.looseObject({ result: v.array(typeShape) })

export const specProposal = v.looseObject({
  type: v.string(),
  properties: v.array(v.looseObject({ id: v.string(), name: v.string() }))
})
