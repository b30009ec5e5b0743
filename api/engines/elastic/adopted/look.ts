import type {
  Candidate,
  LookupAnswers,
  SearchPolicy,
  SourceInPolicy,
  SourceKey
} from '#api/engines/contract.ts'
import type { Clause } from '#api/engines/elastic/queries.ts'
import type { EngineCall } from '#api/engines/elastic/reading.ts'
import { failedIndices, type RawAnswer } from '#api/engines/elastic/searching.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { subjectValues } from '#shared/identity/records/subject.ts'
import { mayFit } from './adopted-query.ts'
import { fieldsOf } from './document-fields.ts'

/** Documents of others may be of any size: what is larger together is not waited for. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
/** The same as no answer. */
const TOO_LARGE = { responses: [] }
const SAMPLE: Clause = { match_all: {} }

type Asked = Pick<EngineCall, 'cluster' | 'policy' | 'msLeft' | 'signal'>

/** One search for each adopted source, all in one call. */
export async function lookInAdopted(
  asked: Asked,
  readings: readonly Reading[],
  perSource: number
): Promise<LookupAnswers> {
  const searches = [...asked.policy.sources].flatMap(([key, source]) => {
    const query = mayFit(readings, labelsOf(source))
    return query ? [{ key, query }] : []
  })
  const result: LookupAnswers = { answers: [], failed: new Set(), tookUs: new Map() }
  const startedAt = performance.now()
  const answers = await search(asked, searches, perSource + 1)
  const tookUs = Math.round((performance.now() - startedAt) * 1_000)
  for (const [at, { key }] of searches.entries()) {
    const answer = answers[at] ?? {}
    result.tookUs.set(key, (answer.took ?? 0) * 1_000 || tookUs)
    if (failedIndices(answer, [key]).size > 0) result.failed.add(key)
    const found = candidatesOf(answer, key, asked.policy)
    result.answers.push({
      candidates: found.slice(0, perSource),
      more: new Set(found.length > perSource ? [key] : [])
    })
  }
  return result
}

/** Some documents of an adopted index. */
export async function sampleOfAdopted(asked: Asked, source: SourceKey, limit: number): Promise<Candidate[]> {
  const [answer = {}] = await search(asked, [{ key: source, query: SAMPLE }], limit)
  return candidatesOf(answer, source, asked.policy)
}

type Answer = Omit<RawAnswer, 'hits'> & {
  took?: number
  hits?: { hits: { _id: string; _source?: unknown }[] }
}

async function search(
  { cluster, msLeft, signal }: Asked,
  searches: readonly { key: SourceKey; query: Clause }[],
  size: number
): Promise<Answer[]> {
  if (searches.length === 0) return []
  const ms = msLeft()
  const timeout = `${Math.max(1, Math.floor(ms))}ms`
  const lines = searches.flatMap(({ key, query }) => [
    { index: key },
    { query, size, timeout, track_total_hits: false }
  ])
  const { responses } = await cluster.ask(ms, signal, (client, limits) =>
    client.msearch({ searches: lines }, { ...limits, maxResponseSize: RESPONSE_BYTES_MAX }).catch(error => {
      if (error.name !== 'RequestAbortedError' || signal.aborted) throw error
      return TOO_LARGE
    })
  )
  return responses as Answer[]
}

/** The names and numbers come first, so that they are asked where there are too many fields for all. */
const labelsOf = ({ labels, columns }: SourceInPolicy): string[] =>
  labels.toSorted((one, other) => Number(columns[one] === 'other') - Number(columns[other] === 'other'))

/** Nobody suppressed: what a document says of a person is read as it is of a record that is stored. */
function candidatesOf(answer: Answer, source: SourceKey, policy: SearchPolicy): Candidate[] {
  const columns = policy.sources.get(source)?.columns ?? {}
  const { suppressedKeys } = policy
  return (answer.hits?.hits ?? []).flatMap(({ _id, _source }) => {
    const fields = fieldsOf(_source)
    const subjectKeys = suppressedKeys
      ? subjectValues(readAttributes(fields, columns)).map(value => policy.subjectKey(value))
      : null
    if (subjectKeys?.some(key => suppressedKeys?.has(key))) return []
    return [{ record_id: `${source}:${_id}`, source, fields, subjectKeys }]
  })
}
