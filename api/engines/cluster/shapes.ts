import { ElasticDownError } from './failures.ts'

/* A broken server or proxy may send any JSON: then the cluster is to blame and nobody is charged. */

export interface RawHit {
  _index: string
  _id?: string
  _source?: unknown
  fields?: Record<string, unknown>
}

export interface RawAnswer {
  error?: { type?: string }
  status?: number
  timed_out?: boolean
  _shards?: { failed: number; failures?: { index?: string }[] }
  hits?: { hits: RawHit[] }
  aggregations?: Record<string, { buckets: { key: string; doc_count: number }[] }>
}

type Unknown = Record<string, unknown>

const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isAbsent = (value: unknown): value is undefined => value === undefined

/** Not all shards answered. */
export const partialAnswer = () => new ElasticDownError('a part of the index did not answer')

export const notAnswer = () => new ElasticDownError('not an answer of Elasticsearch')

/** @throws ElasticDownError unless there are so many answers. */
export function answersIn(body: unknown, count: number): RawAnswer[] {
  const answers = isObject(body) ? body.responses : undefined
  if (!isList(answers) || answers.length !== count || !answers.every(isAnswer)) throw notAnswer()
  return answers
}

/** @throws ElasticDownError without names. */
export function namesIn(body: unknown): string[] {
  if (!isObject(body)) throw notAnswer()
  return Object.keys(body)
}

function isAnswer(answer: unknown): answer is RawAnswer {
  if (!isObject(answer)) return false
  if (answer.error) return true
  const { hits, _shards: shards, aggregations } = answer
  return (
    isObject(hits) &&
    isList(hits.hits) &&
    hits.hits.every(isObject) &&
    (isAbsent(shards) || (isObject(shards) && areObjects(shards.failures))) &&
    (isAbsent(aggregations) || (isObject(aggregations) && Object.values(aggregations).every(areBuckets)))
  )
}

const areObjects = (values: unknown) => isAbsent(values) || (isList(values) && values.every(isObject))
const areBuckets = (counts: unknown) =>
  isObject(counts) && isList(counts.buckets) && counts.buckets.every(isObject)
