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

/** How a call is limited, for the client's second argument. */
export interface CallLimits {
  signal: AbortSignal
  requestTimeout: number
  maxResponseSize: number
  retryBackoff: () => number
}

export type ProbeLimits = Pick<CallLimits, 'requestTimeout'> & { maxRetries: 0 }

export type ClusterStatus = (typeof STATUSES)[number]

/** The cluster of the configuration. Nothing is asked before the first call. */
export interface Cluster {
  /** For loads and administration, which wait and are asked again. */
  client(): Promise<Client>
  /**
   * A call that has to be answered within `ms`. Rejects with the reason of the signal, or with what `isDown` knows when
   * the cluster does not answer, or an `AnswerTooLargeError`.
   */
  ask<T>(
    ms: number,
    signal: AbortSignal,
    call: (client: Client, limits: CallLimits) => Promise<T>
  ): Promise<T>
  /** The first answer of two nodes that are asked at once, within a second: one of them may not answer. */
  askAny<T>(call: (client: Client, limits: ProbeLimits) => Promise<T>): Promise<T>
  /** How a node that answers sees the cluster; null when none does within a second. Never throws. */
  status(): Promise<ClusterStatus | null>
  /** Logs that something did not answer: a line a second at most, and no value of a query. */
  note(what: string): void
  /** @throws OperatorError with a sentence, as `explained`. */
  assertUsable(): Promise<void>
  /**
   * Rejects with a sentence where a call for an operator fails for what they can put right, and logs the cause: with a
   * `PartDownError` where the cluster does not answer.
   */
  explained<T>(call: Promise<T>): Promise<T>
  close(): Promise<void>
}

const VERSION_MIN = 8
/** Other nodes are tried when one has gone. */
const RETRIES = 2
/** Of the client, in seconds. */
const RETRY_SECONDS = 0.02
const PROBE_MS = 1_000
/** As many are asked at once. */
const PROBED_NODES = 2
const STATUSES = ['green', 'yellow', 'red'] as const
/** A node that does not answer in this time is left out of what is asked of all. */
const NODE_TIMEOUT = '3s'
const PATIENCE_MS = 60_000
/**
 * Unpacked, so that a cluster that sends without end, or something before it, takes no more memory than there is: 32 searches
 * of a process run at once, and beside them one import, move or backup. A search reads a hundred records of each of its
 * look-ups, some hundred kilobytes; whoever waits must be able to read at least one record with all its versions, each of which
 * may be a line of 1 MB. Both ask for fewer records at once where these are larger.
 */
const SEARCH_BYTES_MAX = 32 * 1024 ** 2
const WAITING_BYTES_MAX = 512 * 1024 ** 2
/** A time limit below this says nothing of the cluster. */
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
    // It takes a tenth of a second to load, which those who have no cluster need not wait for.
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
      // The default one works with Node only, and that of Node is slow here.
      Connection: FetchConnection,
      // Servers of version 8 refuse the media type of version 9, which is the client's own choice.
      headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE },
      ...(auth && { auth }),
      ...(elasticsearchCa && { tls: { ca: readCertificate(elasticsearchCa) } }),
      maxRetries: RETRIES,
      requestTimeout: PATIENCE_MS,
      maxResponseSize: WAITING_BYTES_MAX,
      // The default one asks a node that does not answer again and again, if less often than others.
      ConnectionPool: ClusterConnectionPool,
      resurrectStrategy: 'ping',
      // Values of records stand in lists, never in names of fields.
      disablePrototypePoisoningProtection: true
    })
  }

  /** Of any node as it sees the cluster: a master that does not answer keeps no search from the others. */
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

  /** Whoever is told has no more than a sentence. */
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

/** @throws ElasticDownError when it is not what a cluster answers. */
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
