import type { Client } from '@elastic/elasticsearch'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { NOT_FOUND, statusOf } from '#api/engines/cluster/failures.ts'
import type { ForeignIndex } from '#api/engines/external-contract.ts'
import { shownFields, valuesOf } from './document-fields.ts'
import { createPaging } from './paging.ts'

const DESCRIBE_MS = 10_000
const SAMPLE = 50
const LABELS_MAX = 1_000
/** A mapping of a hundred thousand fields is 10 MB. */
const DESCRIPTION_BYTES_MAX = 64 * 1024 * 1024
const LIMITS = { requestTimeout: DESCRIBE_MS, maxRetries: 0, maxResponseSize: DESCRIPTION_BYTES_MAX }
const SEARCHED_TYPES = new Set(
  'text keyword match_only_text constant_keyword wildcard version date long integer short byte unsigned_long double float'.split(
    ' '
  )
)
/** Names of this product's indices, of any database. */
const OWN_INDEX = /^sverka-[0-9a-f]{12}-/

interface Mapping {
  type?: string
  properties?: Record<string, Mapping>
  enabled?: boolean
}

/** Searchable labels in order of the mapping, with sample values. */
export async function describeForeign(
  cluster: Cluster,
  name: string
): Promise<ForeignIndex | 'none' | 'unknown'> {
  const client = await cluster.client()
  try {
    const mappings = await foreignMappings(client, name)
    if (mappings === null) return 'none'
    const { count } = await client.count({ index: name }, LIMITS)
    const sample = { index: name, timeout: `${DESCRIBE_MS}ms` }
    const page = await createPaging(
      SAMPLE,
      SAMPLE
    )((size, own) => client.search({ ...sample, size }, { ...LIMITS, ...own }))
    const labels = new Set<string>()
    for (const mapping of mappings) collectLabels(mapping, '', labels)
    // Unmapped fields are shown but cannot be searched.
    const documents = page.hits.hits.map(({ _source }) => valuesOf(_source))
    for (const label of documents.flatMap(values => [...values.keys()]))
      if (labels.size < LABELS_MAX) labels.add(label)
    const samples = new Map<string, string[]>([...labels].map(label => [label, []]))
    for (const values of documents)
      for (const [label, value] of Object.entries(shownFields(values, {}).fields))
        samples.get(label)?.push(value)
    return { samples, records: count }
  } catch (error) {
    return statusOf(error) === NOT_FOUND ? 'none' : 'unknown'
  }
}

/** Null when one of them is the product's own. */
export async function foreignMappings(client: Client, name: string): Promise<Mapping[] | null> {
  if (OWN_INDEX.test(name)) return null
  const mappings = await client.indices.getMapping({ index: name, allow_no_indices: false }, LIMITS)
  if (Object.keys(mappings).some(index => OWN_INDEX.test(index))) return null
  return Object.values(mappings).map(({ mappings: mapping }) => mapping as Mapping)
}

function collectLabels({ properties = {} }: Mapping, path: string, labels: Set<string>): void {
  for (const [name, inner] of Object.entries(properties)) {
    if (labels.size >= LABELS_MAX) return
    const label = path === '' ? name : `${path}.${name}`
    if (inner.type !== undefined && SEARCHED_TYPES.has(inner.type)) labels.add(label)
    else if (inner.properties && inner.enabled !== false) collectLabels(inner, label, labels)
  }
}
