import type { Client } from '@elastic/elasticsearch'
import type { RemovedRecord, Unversioned } from '#api/book/changes.ts'
import {
  BLOCKED,
  blocked,
  CLOSED,
  closed,
  ElasticError,
  isDown,
  isPassing,
  NO_INDEX,
  OVERLOADED,
  reasonOf,
  type ServerError
} from '#api/engines/cluster/failures.ts'
import { log } from '#api/lib/log.ts'
import { PartDownError } from '#api/lib/operator-error.ts'
import { documentOf, tombstoneOf } from './documents.ts'
import { writeAlias } from './own-index.ts'

const indexLost = () =>
  new ElasticError('Индекс поиска убрали из Elasticsearch: сервер строит его заново из базы данных')

interface BulkItem {
  status: number
  error?: ServerError
}

const CREATED = 201
/** A newer version is stored. */
const CONFLICT = 409
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A cluster that refuses for so long needs its operator. */
const PATIENCE_MS = 120_000
const LIMITS = { requestTimeout: 60_000 }
/** Without reasons of conflicts, which may be many. */
const ANSWER = 'items.*.status,items.*.error.type,items.*.error.caused_by'
/** Two calls stay below `indexing_pressure.memory.limit`, a tenth of the heap, with 512 MB. */
const CALL_BYTES = 16 * 1024 ** 2

/** External versions: any order of writes ends with the greatest. */
const actionOf = (number: string, version: string, document: string): Uint8Array =>
  Buffer.from(
    `{"index":{"_id":"${number}","version":${version},"version_type":"external_gte"}}\n${document}\n`
  )

/**
 * Writes records and removals, retrying what the cluster cannot take.
 * @param version For records without one.
 * @throws PartDownError when the cluster refuses for two minutes.
 * @throws ElasticError for full disks, a refused record, a closed or missing index.
 */
export async function writeRecords(
  client: Client,
  index: string,
  records: readonly (Unversioned & { version?: string })[],
  removed: readonly RemovedRecord[] = [],
  patienceMs = PATIENCE_MS
): Promise<void> {
  let open = [
    ...records.map(record => actionOf(record.number, record.version ?? '0', documentOf(record))),
    ...removed.map(({ number, version }) => actionOf(number, version, tombstoneOf(version)))
  ]
  let waitMs = FIRST_WAIT_MS
  let until = performance.now() + patienceMs
  while (open.length > 0) {
    const refused: Uint8Array[] = []
    for (const call of callsOf(open)) {
      const items = await sendOnce(client, index, call)
      refused.push(...call.filter((_action, at) => !isWritten(items?.[at])))
    }
    if (refused.length === 0) return
    if (refused.length < open.length) until = performance.now() + patienceMs
    if (performance.now() > until)
      throw new PartDownError(
        'Elasticsearch не принимает записи: он перегружен или не отвечает. Повторите позже'
      )
    open = refused
    await Bun.sleep(waitMs)
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
}

/** False for what may be written later. */
function isWritten(item: BulkItem | undefined): boolean {
  const { status, error } = item ?? { status: OVERLOADED }
  if (error?.type === BLOCKED) throw blocked()
  if (error?.type === NO_INDEX) throw indexLost()
  if (error?.type === CLOSED) throw closed()
  if (isPassing(status)) return false
  if (status <= CREATED || status === CONFLICT) return true
  log.warn('elasticsearch_refused', { status, reason: reasonOf(error) })
  throw new ElasticError(
    `Elasticsearch не принял запись (${status} ${error?.type}): причина в журнале этой программы. Устраните её и повторите`
  )
}

function callsOf(actions: readonly Uint8Array[]): Uint8Array[][] {
  const calls: Uint8Array[][] = []
  let room = 0
  for (const action of actions) {
    room -= action.length
    if (room < 0) {
      calls.push([])
      room = CALL_BYTES - action.length
    }
    calls.at(-1)?.push(action)
  }
  return calls
}

/** Null without an answer; repeating is harmless. */
async function sendOnce(
  client: Client,
  index: string,
  actions: readonly Uint8Array[]
): Promise<BulkItem[] | null> {
  const path = `/${writeAlias(index)}/_bulk`
  const querystring = { filter_path: ANSWER, require_alias: true }
  try {
    const answer = await client.transport.request<{ items?: Record<string, BulkItem>[] }>(
      { method: 'POST', path, querystring, bulkBody: Buffer.concat(actions) },
      LIMITS
    )
    return (answer.items ?? []).map(item => Object.values(item)[0] ?? { status: OVERLOADED })
  } catch (error) {
    if (!isDown(error)) throw error
    return null
  }
}
