import { type StoredDocument, SUBJECTS } from './documents.ts'
import { ElasticDownError } from './failures.ts'

/*
 * What a broken server or something before it says may be JSON of any shape. Whoever reads an answer asks here first, so
 * that the cluster is to blame, and nobody is charged.
 */

export interface RawHit {
  _index: string
  _id?: string
  _source?: Pick<StoredDocument, 'u' | 'd'>
  /** `u` has numbers that lost their last digits where there are subjects beside it. */
  fields?: { u?: string[]; [SUBJECTS]?: string[] }
}

export interface RawAnswer {
  error?: { type?: string }
  status?: number
  timed_out?: boolean
  _shards?: { failed: number; failures?: { index?: string }[] }
  hits?: { hits: RawHit[] }
  aggregations?: { indices: { buckets: { key: string; doc_count: number }[] } }
}

type Unknown = Record<string, unknown>

const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isAbsent = (value: unknown): value is undefined => value === undefined

/** @throws ElasticDownError when it is not the answer to so many searches. */
export function answersIn(body: unknown, count: number): RawAnswer[] {
  const answers = isObject(body) ? body.responses : undefined
  if (!isList(answers) || answers.length !== count || !answers.every(isAnswer)) throw notAnswer()
  return answers
}

/** @throws ElasticDownError when a record does not stand in it as it was stored. */
export function assertOwnHits(hits: readonly RawHit[], onlySubjects: boolean): void {
  const isSubjects = (value: unknown) => isAbsent(value) || isList(value)
  const isStored = (source: unknown) =>
    isObject(source) &&
    isSubjects(source.u) &&
    isObject(source.d) &&
    (isAbsent(source.d.v) || isList(source.d.v))
  const isOwn = ({ _index, _source, fields }: RawHit) =>
    typeof _index === 'string' &&
    (onlySubjects ? isSubjects(fields?.u) && isSubjects(fields?.[SUBJECTS]) : isStored(_source))
  if (!hits.every(isOwn)) throw notAnswer()
}

/** The number of a record as text. @throws ElasticDownError when there is none. */
export function recordIdIn(hit: RawHit | undefined): string {
  if (typeof hit?._id !== 'string') throw notAnswer()
  return hit._id
}

/** @throws ElasticDownError when there are no names in it. */
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
    (isAbsent(aggregations) || (isObject(aggregations) && areBuckets(aggregations.indices)))
  )
}

const areObjects = (values: unknown) => isAbsent(values) || (isList(values) && values.every(isObject))
const areBuckets = (counts: unknown) =>
  isObject(counts) && isList(counts.buckets) && counts.buckets.every(isObject)

const notAnswer = () => new ElasticDownError('not an answer of Elasticsearch')

/** @throws ElasticDownError when a part did not answer: what is missing would be taken for gone. */
export function wholeHits<H>({
  hits,
  _shards,
  timed_out
}: {
  hits: { hits: H[] }
  _shards: { failed: number }
  timed_out: boolean
}): H[] {
  if (timed_out || _shards.failed > 0) throw new ElasticDownError('a part of the records did not answer')
  return hits.hits
}

/** Names of indices stand in the address of a call, which may be 4 kB long. */
const NAMED_AT_ONCE = 20

export const partsOf = (indices: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(indices.length / NAMED_AT_ONCE) }, (_, part) =>
    indices.slice(part * NAMED_AT_ONCE, (part + 1) * NAMED_AT_ONCE)
  )
