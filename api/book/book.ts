import type { SQL } from 'bun'
import { runInTime, type SearchConnections } from '#api/db/search-connections.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import type { Book, SearchPolicy } from './contract.ts'
import { eraseSubjects } from './erasing.ts'
import { assertPolicy } from './policy.ts'
import { countSince, readRows, readSubjectRows, sampleRows } from './reading.ts'
import { assertRecordRule } from './record-rule.ts'
import { rekeyRecords } from './rekeying.ts'
import { planRemoval, removeBatchRows } from './removal.ts'
import { candidatesOf, type Scope, scopeOf, subjectKeysOf } from './rows.ts'
import { createPolicyNumbers, type PolicyNumbers } from './source-numbers.ts'
import { createSourceRemoval } from './source-removal.ts'
import type { RecordSubjects } from './subject-keys.ts'
import { shortenLog } from './vocabulary/vocabulary-log.ts'
import { openWriter } from './writer.ts'

/**
 * @param app For all but loads and searches, which have connections of their own.
 * @param owner For loads and removals.
 */
export function createBook({ app, owner }: { app: SQL; owner: SQL }, connections: SearchConnections): Book {
  const numbersFor = createPolicyNumbers(app)
  const runInScope = createScopedRun(connections, numbersFor)

  const book: Book = {
    async openWriter(load) {
      await assertRecordRule(owner)
      return await openWriter(owner, load)
    },
    planRemoval: batchId => planRemoval(owner, batchId),
    removeBatch: (...parameters) => removeBatchRows(owner, ...parameters),
    removeOfSource: createSourceRemoval(app),
    eraseSubjects: (...parameters) => eraseSubjects(app, ...parameters),
    async rekey(...parameters) {
      const portion = await rekeyRecords(owner, ...parameters)
      await shortenLog(owner)
      return portion
    },

    read: (numbers, policy, timeoutMs, signal) =>
      runInScope(timeoutMs, policy, signal, async (sql, scope, { keyOf }) =>
        candidatesOf(await readRows(sql, numbers, scope), policy, keyOf)
      ),

    async readSubjects(numbers, policy, timeoutMs, signal) {
      const older = ofRule(policy, true)
      const [records, olderRecords] = await Promise.all([
        runInScope(timeoutMs, ofRule(policy, false), signal, async (sql, scope, { keyOf }) =>
          (await readSubjectRows(sql, numbers, scope)).map(
            (row): RecordSubjects => ({
              number: row.id,
              source: keyOf.get(row.src) ?? '',
              subjectKeys: subjectKeysOf(row)
            })
          )
        ),
        older.sources.size === 0 ? [] : book.read(numbers, older, timeoutMs, signal)
      ])
      if (!records || !olderRecords) return null
      // Subject keys of an older rule are incomplete, the fields are not.
      const judged = olderRecords.map(({ record_id, ...record }) => ({
        ...record,
        number: String(recordNumber(record_id))
      }))
      return [...records, ...judged]
    },

    countSince: (numbers, since) => countSince(app, numbers, since),

    async sample(source, limit, policy, timeoutMs, signal, batch) {
      const own = policy.sources.get(source)
      if (!own) return []
      const only = { ...policy, sources: new Map([[source, own]]) }
      return await runInScope(timeoutMs, only, signal, async (sql, scope, { keyOf }) =>
        candidatesOf(await sampleRows(sql, limit, scope, batch), policy, keyOf)
      )
    }
  }
  return book
}

const ofRule = (policy: SearchPolicy, isOlder: boolean): SearchPolicy => ({
  ...policy,
  sources: new Map([...policy.sources].filter(([, { olderRule }]) => (olderRule === true) === isOlder))
})

/** Runs a query within the policy's sources, without suppressed people. Null without time. */
type ScopedRun = <T>(
  ms: number,
  policy: SearchPolicy,
  signal: AbortSignal,
  work: (sql: SQL, scope: Scope, numbers: PolicyNumbers) => Promise<T>
) => Promise<T | null>

export function createScopedRun(
  connections: SearchConnections,
  numbersFor: ReturnType<typeof createPolicyNumbers>
): ScopedRun {
  return async (ms, policy, signal, work) => {
    assertPolicy(policy)
    return await runInTime(connections, ms, signal, async sql => {
      const numbers = await numbersFor(policy.sources)
      return await work(sql, scopeOf(policy, numbers.literal, 'visible'), numbers)
    })
  }
}
