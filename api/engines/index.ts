import type { SQL } from 'bun'
import { createBook } from '#api/book/book.ts'
import { isGivenUp, unfollow } from '#api/book/changes.ts'
import type { Book } from '#api/book/contract.ts'
import { createSearchConnections } from '#api/db/search-connections.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { EngineConfig, EngineDatabase, EngineModule, SearchEngine } from './contract.ts'
import { createCurrentEngine } from './current-engine.ts'
import { elastic } from './elastic/engine.ts'
import {
  followIndexState,
  giveUpBuilding,
  mayBeDropped,
  RebuildBusyError,
  readIndexState,
  unmarkLeaving,
  withRebuildLock
} from './index-state.ts'
import { postgres } from './postgres/engine.ts'

export { openExternal } from './external/engine.ts'

/** Postgres is last, because it needs no configuration. */
export const ENGINES: readonly EngineModule[] = [elastic, postgres]

export interface Records {
  book: Book
  engine: SearchEngine
  engines: readonly SearchEngine[]
  /**
   * Builds a missing index and drops unused ones.
   * @returns Whether a previous index is still to be dropped.
   * @throws OperatorError with the obstacle.
   */
  keepIndex(): Promise<boolean>
  /** Follows the book until the result is called. One process of a server is enough. */
  followBook(): () => Promise<void>
  close(): Promise<void>
}

/** @param modules The preferred one first. */
export function openRecords(
  config: EngineConfig,
  database: EngineDatabase,
  modules = ENGINES.filter(({ isConfigured }) => isConfigured(config))
): Records {
  const limits = { count: database.searchConnections, statementTimeoutMs: SEARCH_DEADLINE_MS }
  const connections = createSearchConnections(database.openConnection, database.app, limits)
  const book = createBook(database, connections)
  const readState = followIndexState(database.app, modules[0]?.name ?? postgres.name)
  const opened = modules.map(({ open, owns }) => ({
    engine: open(config, { database, connections, book, readState }),
    owns
  }))
  const engines = opened.map(({ engine: each }) => each)
  const engine = createCurrentEngine(engines, readState)
  return {
    book: { ...book, openWriter: preparingWriter(book, engine) },
    engine,
    engines,
    async keepIndex() {
      await engine.open()
      const drops = () => dropLeaving(database.owner, opened)
      return await withRebuildLock(database.owner, drops).catch(error => {
        if (error instanceof RebuildBusyError) return false
        throw error
      })
    },
    followBook() {
      const stops = engines.flatMap(each => each.followBook?.() ?? [])
      return async () => void (await Promise.all(stops.map(stop => stop())))
    },
    async close() {
      await engine.close()
      await connections.close()
    }
  }
}

type OwningEngine = Pick<EngineModule, 'owns'> & { engine: SearchEngine }

/** Keeps indexes without configuration. @returns Whether one is to be dropped later. */
async function dropLeaving(owner: SQL, opened: readonly OwningEngine[]): Promise<boolean> {
  const { building, leaving } = await readIndexState(owner, postgres.name)
  if (building !== null && building !== postgres.name && (await isGivenUp(owner, building)))
    await giveUpBuilding(owner, building)
  if (leaving.length > 0 && !(await mayBeDropped(owner))) return true
  let isLeft = false
  for (const name of leaving) {
    const owning = opened.find(({ owns }) => owns(name))?.engine
    if (name !== postgres.name) await unfollow(owner, name)
    if (!owning) continue
    try {
      await owning.drop(name)
      await unmarkLeaving(owner, name)
    } catch (error) {
      // A backup may read the table for long.
      if (!isLockHeld(error)) throw error
      isLeft = true
    }
  }
  return isLeft
}

/** Prepares the index for the load and makes all findable at its end. */
const preparingWriter =
  (book: Book, engine: SearchEngine): Book['openWriter'] =>
  async (load, report) => {
    const finish = await engine.prepareLoad?.(load, report)
    const writer = await book.openWriter(load, report).catch(async error => {
      await finish?.()
      throw error
    })
    return { ...writer, commit: () => writer.commit().finally(finish) }
  }
