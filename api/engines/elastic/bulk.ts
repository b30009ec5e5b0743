import type { Client } from '@elastic/elasticsearch'
import { log } from '#api/lib/log.ts'
import { PartDownError } from '#api/lib/operator-error.ts'
import {
  BLOCKED,
  blocked,
  ElasticError,
  isDown,
  NO_INDEX,
  NOT_FOUND,
  OVERLOADED,
  OverloadedError,
  reasonOf,
  type ServerError
} from './failures.ts'
import { indexGone } from './index-marks.ts'

/** What became of one action. */
export interface BulkItem {
  status: number
  error?: ServerError
}

const CREATED = 201
export const CONFLICT = 409
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A cluster that takes nothing for so long needs its operator. */
const PATIENCE_MS = 120_000
const LIMITS: BulkLimits = { requestTimeout: 60_000 }
/** Without the reasons of conflicts, of which there may be one for each record; what has a cause is none. */
const ANSWER = 'items.*.status,items.*.error.type,items.*.error.caused_by'

/** Of one call. */
interface BulkLimits {
  requestTimeout: number
  maxRetries?: number
}

/** An action with its document, each with its newline. */
export type BulkAction = Uint8Array | string

/**
 * A server refuses what has to be written at once beyond a tenth of its heap (`indexing_pressure.memory.limit`): three calls
 * of a load are less than that of a heap of 512 MB.
 */
const CALL_BYTES = 16 * 1024 ** 2

/**
 * Sends actions, in as many rounds as the cluster needs to take them all: what it has no room for now is sent again
 * after a pause.
 *
 * @returns What became of each, in order; only success, conflict and not found.
 * @param patienceMs How long it goes on while the cluster takes nothing: two minutes by default.
 * @throws PartDownError when the cluster takes nothing for so long.
 * @throws ElasticError when it has no room on its disks, refuses a record, or has dropped the index.
 */
export async function sendBulk(
  client: Client,
  actions: readonly BulkAction[],
  { limits = LIMITS, patienceMs = PATIENCE_MS }: { limits?: BulkLimits; patienceMs?: number } = {}
): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  let open = actions.map((action, at) => ({ action, at }))
  let waitMs = FIRST_WAIT_MS
  let until = performance.now() + patienceMs
  while (open.length > 0) {
    const answers: (BulkItem | undefined)[] = []
    for (const part of callsOf(open.map(({ action }) => bytesOf(action)))) {
      const own = await sendOnce(client, part, limits)
      answers.push(...part.map((_action, place) => own?.[place]))
    }
    const before = open.length
    open = open.filter(({ at }, place) => {
      const item = answers[place] ?? { status: OVERLOADED }
      if (item.error?.type === BLOCKED) throw blocked()
      if (item.error?.type === NO_INDEX) throw indexGone()
      if (item.status === OVERLOADED) return true
      if (item.status > CREATED && item.status !== CONFLICT && item.status !== NOT_FOUND) throw refused(item)
      items[at] = item
      return false
    })
    if (open.length === 0) break
    if (open.length < before) until = performance.now() + patienceMs
    if (performance.now() > until)
      throw new PartDownError(
        'Elasticsearch не принимает записи: он перегружен или не отвечает. Повторите позже'
      )
    await Bun.sleep(waitMs)
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
  return items
}

/**
 * Repeats work of a load that the cluster has no room for, as `sendBulk` does what it sends.
 *
 * @param work Safe to repeat, and rejects with a sentence.
 */
export async function untilRoom<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let until: number | undefined
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error
      until ??= performance.now() + patienceMs
      if (performance.now() > until) throw error
      await Bun.sleep(waitMs)
    }
  }
}

function refused({ status, error }: BulkItem): ElasticError {
  log.warn('elasticsearch_refused', { status, reason: reasonOf(error) })
  return new ElasticError(
    `Elasticsearch не принял запись (${status} ${error?.type}): причина в журнале этой программы. Устраните её и повторите`
  )
}

const bytesOf = (action: BulkAction): Uint8Array =>
  typeof action === 'string' ? Buffer.from(action) : action

/** The actions of each call, in their order. */
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

/** Null when the cluster did not answer: whatever it has done of it meanwhile is a conflict next time. */
async function sendOnce(
  client: Client,
  actions: readonly Uint8Array[],
  limits: BulkLimits
): Promise<BulkItem[] | null> {
  const body = Buffer.concat(actions)
  try {
    const answer = await client.transport.request<{ items?: Record<string, BulkItem>[] }>(
      { method: 'POST', path: '/_bulk', querystring: { filter_path: ANSWER }, bulkBody: body },
      limits
    )
    return (answer.items ?? []).map(item => Object.values(item)[0] ?? { status: OVERLOADED })
  } catch (error) {
    if (!isDown(error)) throw error
    return null
  }
}
