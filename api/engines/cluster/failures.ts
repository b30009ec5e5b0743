import { withinTime } from '#api/lib/deadline.ts'
import { LoggableError, OperatorError, PartDownError } from '#api/lib/operator-error.ts'

/** The cluster does not answer in time. Searches name the failed sources. */
export class ElasticDownError extends LoggableError {
  override name = 'ElasticDownError'
}

export class OverloadedError extends PartDownError {
  override name = 'OverloadedError'
}

export class ElasticError extends OperatorError {
  override name = 'ElasticError'
}

const MEGABYTE = 1024 ** 2

/** Most callers then ask for less. */
export class AnswerTooLargeError extends ElasticError {
  override name = 'AnswerTooLargeError'

  constructor(bytes: number) {
    super(
      `Ответ Elasticsearch больше ${Math.floor(bytes / MEGABYTE)} МБ и не принят. Найдите и сократите самые длинные записи`
    )
  }
}

export const NOT_FOUND = 404
export const OVERLOADED = 429
export const NO_INDEX = 'index_not_found_exception'
/** Writes are blocked, by full disks or an administrator. */
export const BLOCKED = 'cluster_block_exception'
export const CLOSED = 'index_closed_exception'
/** Errors inside an answer have no status. */
const NO_ROOM = new Set(['es_rejected_execution_exception', 'circuit_breaking_exception'])
const GATEWAY_ERRORS = [502, 503, 504]
const FORBIDDEN = [401, 403]

/** Recognized by name, so that the client need not be loaded. */
interface ClientFailure extends Error {
  statusCode?: number
  body?: { error?: ServerError }
  meta?: { meta?: { request?: { params?: { method?: string; path?: string } } } }
}

export interface ServerError {
  type?: string
  reason?: string
  caused_by?: ServerError
}

const failureOf = (error: unknown): ClientFailure | null => (error instanceof Error ? error : null)

export const statusOf = (error: unknown): number => failureOf(error)?.statusCode ?? 0
export const typeOf = (error: unknown): string => failureOf(error)?.body?.error?.type ?? ''

/** Ours, or the client's. */
export const isTimeout = (error: unknown): boolean => failureOf(error)?.name === 'TimeoutError'

/** The cluster cannot serve now, in contrast to a wrong request. */
export function isDown(error: unknown): boolean {
  const failure = failureOf(error)
  if (!failure) return false
  if (failure instanceof ElasticDownError) return true
  if (/^(ConnectionError|TimeoutError|NoLivingConnectionsError|DeserializationError)$/.test(failure.name))
    return true
  return isPassing(statusOf(error))
}

export const isPassing = (status: number): boolean => status === OVERLOADED || GATEWAY_ERRORS.includes(status)

const isOverloaded = (error: unknown): boolean => statusOf(error) === OVERLOADED || NO_ROOM.has(typeOf(error))

/** The cluster's fault, in contrast to a caller who left. */
export const isFailure = (error: unknown): boolean =>
  isDown(error) ||
  /^(ResponseError|ProductNotSupportedError|AnswerTooLargeError)$/.test(failureOf(error)?.name ?? '')

/** An answer in time, or null. Rejects with the signal's reason and errors that are not the cluster's. */
export async function answerInTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (stop: AbortSignal, msLeft: () => number) => Promise<T | null>
): Promise<T | null> {
  const until = performance.now() + ms
  const msLeft = () => Math.max(1, until - performance.now())
  try {
    return await withinTime(signal, ms, stop => work(stop, msLeft))
  } catch (error) {
    signal.throwIfAborted()
    if (!isFailure(error)) throw error
    return null
  }
}

/** Leaves out the server's words, which may quote the query. */
export const describeFailure = (error: unknown): string =>
  [failureOf(error)?.name, statusOf(error) || '', typeOf(error)].filter(text => text !== '').join(' ')

/** Possible values: quotes, non-ASCII letters, long numbers. */
const VALUES = /'[^']*'|"[^"]*"|[^\x20-\x7e]+|\d{5,}/g

const wordsOf = ({ type, reason, caused_by }: ServerError): string => {
  const own = [type, reason?.replace(VALUES, '…')].filter(Boolean).join(': ')
  return caused_by ? `${own}; ${wordsOf(caused_by)}` : own
}

/** Reason of a refusal for the log, without possible values. */
export function reasonOf(error: ServerError | undefined): string {
  return error ? wordsOf(error) : ''
}

export function describeRefusal(error: unknown): Record<string, unknown> {
  const failure = failureOf(error)
  const { method, path } = failure?.meta?.meta?.request?.params ?? {}
  return {
    name: failure?.name,
    status: statusOf(error),
    method,
    path,
    reason: reasonOf(failure?.body?.error)
  }
}

/** The client reports TLS failures by message only. */
const isUntrusted = (error: unknown): boolean =>
  failureOf(error)?.name === 'ConnectionError' &&
  /certificate|altnames|CERT/i.test(failureOf(error)?.message ?? '')

/** An answer that is not Elasticsearch's; redirections are known by message. */
const isNoAnswer = (error: unknown): boolean =>
  failureOf(error)?.name === 'DeserializationError' ||
  (failureOf(error)?.name === 'ConnectionError' && /redirection/.test(failureOf(error)?.message ?? ''))

export const blocked = (cause?: unknown) =>
  new ElasticError(
    'Elasticsearch не принимает изменений: на его дисках мало места, или запись в нём запрещена настройкой. ' +
      'Освободите место или снимите запрет и повторите',
    { cause }
  )

export const closed = (cause?: unknown) =>
  new ElasticError(
    'Индекс поиска в Elasticsearch закрыт. Откройте его или удалите: сервер построит его заново',
    {
      cause
    }
  )

/** The limit of indices is reported by message only. */
const isFull = (error: unknown): boolean =>
  typeOf(error) === 'validation_exception' && /shards open/.test(failureOf(error)?.body?.error?.reason ?? '')

/** Sentence for the operator; null for other errors. */
export function explain(error: unknown, address: string): OperatorError | null {
  const say = (text: string) => new ElasticError(text, { cause: error })
  if (failureOf(error)?.name === 'ProductNotSupportedError')
    return say(`По адресу ${address} отвечает не Elasticsearch: проверьте ELASTICSEARCH_URL`)
  if (typeOf(error) === BLOCKED) return blocked(error)
  if (typeOf(error) === CLOSED) return closed(error)
  if (isFull(error))
    return say(
      'Elasticsearch не создаёт индекс: частей индексов (shards) в нём уже столько, сколько разрешено. Удалите ненужные ' +
        'индексы, добавьте узел или увеличьте cluster.max_shards_per_node и повторите'
    )
  if (FORBIDDEN.includes(statusOf(error)))
    return say(
      `Elasticsearch по адресу ${address} не принял имя и пароль или ключ: проверьте ELASTICSEARCH_URL и ELASTICSEARCH_API_KEY`
    )
  if (isUntrusted(error))
    return say(
      `Elasticsearch по адресу ${address} показал сертификат, которому нельзя верить: проверьте ELASTICSEARCH_CA (файл с ` +
        'сертификатом того, кто подписал сертификаты узлов), их срок и имена'
    )
  if (isOverloaded(error))
    return new OverloadedError(
      `Elasticsearch по адресу ${address} перегружен и сейчас не принимает работу. Повторите позже`,
      { cause: error }
    )
  if (isNoAnswer(error))
    return new PartDownError(
      `По адресу ${address} отвечают, но не так, как Elasticsearch: проверьте ELASTICSEARCH_URL и то, что стоит перед ним`,
      { cause: error }
    )
  if (isDown(error))
    return new PartDownError(`Elasticsearch по адресу ${address} не отвечает: проверьте ELASTICSEARCH_URL`, {
      cause: error
    })
  if (failureOf(error)?.name === 'ResponseError')
    return say(
      `Elasticsearch отказал (${[statusOf(error), typeOf(error)].filter(Boolean).join(' ')}): причина в журнале этой ` +
        'программы. Устраните её и повторите'
    )
  return null
}
