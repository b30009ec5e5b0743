import type { SQL } from 'bun'
import type { RecordStore } from '#api/db/backup/outside-records.ts'
import type { EngineConfig, Report, SearchEngine } from '#api/engines/contract.ts'
import { openEngines, preferredEngine } from '#api/engines/index.ts'
import { engineNamed } from '#api/engines/record-holder.ts'
import { openStoredCopy } from '#api/engines/stored-copy.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { bookCounts, indicesOf } from './store.ts'

interface Restoring {
  config: EngineConfig
  /** With which the archive's subject keys are made. */
  suppressKey: string
  report: Report
  onProgress(stored: number, total: number): void
}

/**
 * Puts the records of a backup into the preferred engine of the configuration. In a cluster they get indices of a new name,
 * so that a restored one never writes where its original does.
 */
export function createRecordStore({ config, suppressKey, report, onProgress }: Restoring): RecordStore {
  const engine = preferredEngine(config)
  let target: SearchEngine | undefined
  let indices: string | null = null
  const transaction = { isOver: false }
  return {
    engine,

    async fill(tx, records) {
      target = engineNamed(openEngines(config, databaseIn(tx, transaction)), engine)
      const sources = (await declaredSources(tx)).filter(({ adopted }) => !adopted)
      const total = sources.reduce((sum, source) => sum + source.records, 0)
      const load = { expectedRecords: total, isResumed: false }
      const copying = await openStoredCopy(target, sources, suppressKey, load, report)
      indices = await indicesOf(tx)
      report(
        indices === null
          ? 'Записи кладу в Postgres: ELASTICSEARCH_URL не задана'
          : `Записи кладу в новые индексы ${indices}`
      )
      let stored = 0
      for await (const part of records) {
        await copying.write(part)
        stored += part.length
        onProgress(stored, total)
      }
      await copying.finish()
      const counts = await target.countStored()
      await bookCounts(tx, counts)
      return counts
    },

    async forget() {
      // What is in the database has gone with its transaction.
      if (!target?.openSnapshot) return
      transaction.isOver = true
      try {
        await target.clear()
      } catch {
        report(`Новые индексы ${indices} остались в кластере недописанными: удалите их там`)
      }
    },

    close: async () => await target?.close()
  }
}

const noConnection = (): never => {
  throw new Error('nothing is searched here')
}

/**
 * The engines of a transaction: what would be transactions of their own are parts of it. When it is over its
 * connection is another's: statements answer no rows, and `clear` must still drop the indices.
 */
function databaseIn(tx: SQL, transaction: { readonly isOver: boolean }) {
  const within = new Proxy(tx, {
    apply: (target, self, statement) =>
      transaction.isOver ? Promise.resolve([]) : Reflect.apply(target, self, statement),
    get: (target, name) =>
      name === 'begin'
        ? (work: (part: SQL) => Promise<unknown>) => (target as SQL & Savepoints).savepoint(work)
        : Reflect.get(target, name)
  })
  return { app: within, owner: within, openConnection: noConnection, searchConnections: 1 }
}

interface Savepoints {
  savepoint<T>(work: (part: SQL) => Promise<T>): Promise<T>
}
