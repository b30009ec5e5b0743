import { readFileSync } from 'node:fs'
import type { Client } from '@elastic/elasticsearch'
import type { EngineConfig } from '#api/engines/contract.ts'
import { createOutageLog, log } from '#api/lib/log.ts'
import { PartDownError } from '#api/lib/operator-error.ts'
import { createBreaker } from './breaker.ts'
import {
  AnswerTooLargeError,
  describeFailure,
  describeRefusal,
  ElasticDownError,
  ElasticError,
  explain,
  isDown,
  isFailure,
  isTimeout
} from './failures.ts'

export interface CallLimits {
  signal: AbortSignal
  requestTimeout: number
  maxResponseSize: number
  retryBackoff: () => number
}

export type ProbeLimits = Pick<CallLimits, 'requestTimeout'> & { maxRetries: 0 }

type ClusterStatus = (typeof STATUSES)[number]

export interface Cluster {
  /** For loads and administration, which wait and retry. */
  client(): Promise<Client>
  /**
   * Limits a call to `ms`. Rejects with the reason of the signal, an error known to `isDown`, or `AnswerTooLargeError`.
   */
  ask<T>(
    ms: number,
    signal: AbortSignal,
    call: (client: Client, limits: CallLimits) => Promise<T>
  ): Promise<T>
  /** Asks two nodes for a second and takes the first answer. */
  askAny<T>(call: (client: Client, limits: ProbeLimits) => Promise<T>): Promise<T>
  /** Status by any node; null after a second. Never throws. */
  status(): Promise<ClusterStatus | null>
  /** Logs at most a line a second, without values of queries. */
  note(what: string): void
  /** @throws OperatorError with a sentence, as `explained`. */
  assertUsable(): Promise<void>
  /** Turns failures that an operator can fix into sentences; `PartDownError` when the cluster is down. */
  explained<T>(call: Promise<T>): Promise<T>
  close(): Promise<void>
}

const VERSION_MIN = 8
const RETRIES = 2
/** Seconds. */
const RETRY_SECONDS = 0.02
const PROBE_MS = 1_000
const PROBED_NODES = 2
const STATUSES = ['green', 'yellow', 'red'] as const
const NODE_TIMEOUT = '3s'
const PATIENCE_MS = 60_000
/**
 * Unpacked size, so that no answer fills the memory: 32 searches and one import or backup run at once. Callers ask for
 * fewer records when these are larger, and can always read one with all versions.
 */
const SEARCH_BYTES_MAX = 32 * 1024 ** 2
const WAITING_BYTES_MAX = 512 * 1024 ** 2
/** A shorter limit says nothing about the cluster. */
const TELLING_MS = 1_000
const JSON_TYPE = 'application/json'

export function openCluster({
  elasticsearchUrl,
  elasticsearchApiKey,
  elasticsearchCa
}: EngineConfig): Cluster {
  const urls = elasticsearchUrl ?? []
  const address = urls.map(url => new URL(url).host).join(', ')
  let opened: Promise<Client> | undefined

  const client = (): Promise<Client> => {
    opened ??= open()
    return opened
  }

  async function open(): Promise<Client> {
    // Loading takes a tenth of a second, needless without a cluster.
    const { Client: ElasticClient, ClusterConnectionPool } = await import('@elastic/elasticsearch')
    const { FetchConnection } = await import('./connection.ts')
    const { username, password } = new URL(urls[0] ?? '')
    const auth = elasticsearchApiKey
      ? { apiKey: elasticsearchApiKey }
      : username
        ? { username: decodeURIComponent(username), password: decodeURIComponent(password) }
        : undefined
    return new ElasticClient({
      nodes: urls.map(url => ({ url: withoutCredentials(url) })),
      // The client's default needs Node, and Node's is slow in Bun.
      Connection: FetchConnection,
      // Version 8 refuses the media type of version 9.
      headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE },
      ...(auth && { auth }),
      ...(elasticsearchCa && { tls: { ca: readCertificate(elasticsearchCa) } }),
      maxRetries: RETRIES,
      requestTimeout: PATIENCE_MS,
      maxResponseSize: WAITING_BYTES_MAX,
      // The default pool keeps asking nodes that are down.
      ConnectionPool: ClusterConnectionPool,
      resurrectStrategy: 'ping',
      // Values of records are never field names.
      disablePrototypePoisoningProtection: true
    })
  }

  async function status(): Promise<ClusterStatus | null> {
    const ask = async (node: Client, limits: ProbeLimits) =>
      statusIn(await node.cluster.health({ local: true, filter_path: 'status' }, limits))
    return await askAny(ask).catch(() => null)
  }

  async function askAny<T>(call: (client: Client, limits: ProbeLimits) => Promise<T>): Promise<T> {
    const ask = async () => await call(await client(), { requestTimeout: PROBE_MS, maxRetries: 0 })
    return await Promise.any(Array.from({ length: Math.min(PROBED_NODES, urls.length) }, ask))
  }

  const outages = createOutageLog()
  const breaker = createBreaker(async () => (await status()) !== null)

  function toldToOperator(error: unknown): unknown {
    const sentence = explain(error, address)
    if (sentence instanceof PartDownError)
      outages.note('elasticsearch_failed', new ElasticDownError(describeFailure(error)))
    else if (sentence) log.warn('elasticsearch_refused', describeRefusal(error))
    return sentence ?? error
  }

  return {
    client,
    askAny,
    status,

    async ask(ms, signal, call) {
      signal.throwIfAborted()
      await breaker.enter()
      signal.throwIfAborted()
      try {
        const answer = await call(await client(), {
          signal,
          requestTimeout: Math.max(1, Math.ceil(ms)),
          maxResponseSize: SEARCH_BYTES_MAX,
          retryBackoff: () => RETRY_SECONDS
        })
        breaker.succeeded()
        return answer
      } catch (error) {
        const reason = signal.aborted ? signal.reason : error
        if (reason instanceof AnswerTooLargeError) {
          breaker.succeeded()
          throw reason
        }
        if (isFailure(reason))
          outages.note('elasticsearch_failed', new ElasticDownError(describeFailure(reason)))
        if (isDown(reason) && (ms >= TELLING_MS || !isTimeout(reason))) breaker.failed()
        throw reason
      }
    },

    note: what => outages.note('elasticsearch_refused', new ElasticDownError(what)),

    explained: async call => {
      try {
        return await call
      } catch (error) {
        throw toldToOperator(error)
      }
    },

    async assertUsable() {
      try {
        const { nodes } = (await (
          await client()
        ).nodes.info(
          { filter_path: 'nodes.*.version', timeout: NODE_TIMEOUT },
          { requestTimeout: PROBE_MS * 10 }
        )) as {
          nodes?: Record<string, { version?: string }>
        }
        const versions = Object.values(nodes ?? {}).map(({ version }) => version ?? '')
        const old = versions.find(version => Number.parseInt(version, 10) < VERSION_MIN)
        if (old !== undefined)
          throw new ElasticError(`Elasticsearch ${old} слишком старый: нужна версия ${VERSION_MIN} или новее`)
        if (versions.length === 0)
          throw new ElasticError(
            `По адресу ${address} отвечает не Elasticsearch: проверьте ELASTICSEARCH_URL`
          )
      } catch (error) {
        throw toldToOperator(error)
      }
    },

    close: async () => {
      const closing = await opened?.catch(() => undefined)
      await closing?.close()
    }
  }
}

/** @throws ElasticDownError for any other answer. */
function statusIn(answer: unknown): ClusterStatus {
  const text = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined
  const status = STATUSES.find(each => each === text)
  if (status === undefined) throw new ElasticDownError('not the status of a cluster')
  return status
}

function withoutCredentials(text: string): URL {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url
}

function readCertificate(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ElasticError(`ELASTICSEARCH_CA: файл ${path} не читается`, { cause: error })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new ElasticError(`ELASTICSEARCH_CA: в файле ${path} нет сертификата (PEM)`)
}
