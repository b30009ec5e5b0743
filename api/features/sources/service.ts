import type { SQL } from 'bun'
import { subjectKey } from '#api/book/subject-keys.ts'
import { createSuppressedKeys } from '#api/book/suppressed-keys.ts'
import { fingerprintBy } from '#api/db/keys.ts'
import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { hash64 } from '#api/lib/hash64.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { type AnsweringSource, answeringSource, rekeyedOf, sourceInPolicy } from './answering.ts'
import { batchDays, batchTotals } from './batch-store.ts'
import { declaredSources } from './store.ts'
import { type SuppressionList, suppressionList, suppressionVersion } from './suppression-store.ts'

export {
  activateSource,
  addSource,
  findSource,
  forgetColumns,
  isDeletedSince,
  type LoadedSource,
  latestAct,
  rememberIdColumn
} from './loading-store.ts'
export { insertSource, isUnused, NoSourceNumberError, removeUnused } from './new-source-store.ts'
export { oneByOne } from './one-by-one.ts'
export { passportColumns, storedPassport } from './passport-store.ts'
export { sourcesFor, type WithheldSource } from './purposes.ts'
export { queueRekeys, restartRekey } from './rekey-store.ts'
export { removeExpired, retentionOf } from './retention.ts'
export { ifAlone, lockOfColumns, lockOfUndo, whileAlone } from './source-locks.ts'
export {
  addColumns,
  changeColumns,
  type DeclaredSource,
  declaredSources,
  declareSource
} from './store.ts'
export { eraseAgain, suppressionList } from './suppression-store.ts'

/** Changes apply everywhere within this time, at once in the process that made them. */
const FRESH_MS = 1_000

export interface CurrentSource extends AnsweringSource {
  fieldKinds: Columns
  /** Owners set by people. */
  fieldParties: ColumnParties | undefined
}

export interface CurrentSources {
  sources: ReadonlyMap<SourceKey, CurrentSource>
  /** The same object until something changes. */
  policy: SearchPolicy
  /** Changes with the policy and with records; equal in all threads. */
  dataVersion: string
  /** Share of records with current keys; null when all are. */
  rekeyed: number | null
}

export interface Sources {
  current(): Promise<CurrentSources>
  /** The next search must see a change made here. */
  forget(): void
  /** Number of `forget` calls. */
  readonly changes: number
  /** Repeats another thread's `forget` calls. */
  follow(changes: number): void
}

export function createSources(sql: SQL, suppressHash: KeyedHash): Sources {
  let latest: { readAt: number; sources: Promise<CurrentSources> } | undefined
  let changes = 0
  let list: SuppressionList | undefined
  let policy: SearchPolicy | undefined
  let days: { of: number; byBatch: ReadonlyMap<number, string> } | undefined

  async function read(): Promise<CurrentSources> {
    const [declared, listVersion, batches] = await Promise.all([
      declaredSources(sql),
      suppressionVersion(sql),
      batchTotals(sql)
    ])
    if (list?.version !== listVersion) list = await listOf(sql, suppressHash)
    if (days?.of !== batches.count) days = { of: batches.count, byBatch: await batchDays(sql) }
    const sources = declared.flatMap(answeringSource)
    const rules = [
      batches.undone,
      batches.hasVersions,
      list.version,
      sources.map(({ records, isBehind, ...passport }) => passport)
    ]
    const version = versionOf(rules)
    if (policy?.version !== version) policy = policyOf(sources, list, batches.hasVersions, version)
    const inPolicy = policy.sources
    const current = sources.map(source => ({
      ...source,
      fieldKinds: inPolicy.get(source.key)?.columns ?? {},
      fieldParties: inPolicy.get(source.key)?.parties
    }))
    const counts = [
      batches.count,
      batches.stored,
      sources.map(({ records, isBehind }) => [records, isBehind])
    ]
    return {
      sources: new Map(current.map(source => [source.key, source])),
      policy,
      dataVersion: versionOf([version, counts]),
      rekeyed: rekeyedOf(declared)
    }
  }

  const policyOf = (
    sources: readonly AnsweringSource[],
    { prefixes }: SuppressionList,
    hasVersions: boolean,
    version: string
  ): SearchPolicy => ({
    sources: new Map(sources.map(source => [source.key, sourceInPolicy(source)])),
    suppressedKeys: createSuppressedKeys(prefixes),
    dayOfBatch: batch => days?.byBatch.get(batch),
    hasVersions,
    subjectKey: value => String(subjectKey(suppressHash, value)),
    version
  })

  return {
    current() {
      const now = performance.now()
      if (latest && now - latest.readAt < FRESH_MS) return latest.sources
      const sources = read()
      latest = { readAt: now, sources }
      sources.catch(() => {
        latest = undefined
      })
      return sources
    },

    forget() {
      changes += 1
      latest = undefined
    },

    get changes() {
      return changes
    },

    follow(others) {
      if (others <= changes) return
      changes = others
      latest = undefined
    }
  }
}

/** By another key nobody on it would be met: who outlived a rotation, cut off from the database, answers nothing. */
async function listOf(sql: SQL, suppressHash: KeyedHash): Promise<SuppressionList> {
  const read = await suppressionList(sql)
  if (read.key === null || fingerprintBy(suppressHash).equals(read.key)) return read
  log.error('suppress_key_changed')
  throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
}

/** Equal in every thread and process. */
const versionOf = (state: unknown): string => String(hash64(JSON.stringify(state)))
