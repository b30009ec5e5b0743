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
  alone,
  followIndexState,
  giveUpBuilding,
  mayBeDropped,
  noteLeft,
  RebuildBusyError,
  readIndexState
} from './index-state.ts'
import { postgres } from './postgres/engine.ts'

export { openExternal } from './external/engine.ts'

/** The registry, one line an engine. Postgres comes last: it is there without any configuration. */
export const ENGINES: readonly EngineModule[] = [elastic, postgres]

/** Name of the engine that the configuration prefers. */
export const preferredEngine = (config: EngineConfig): string =>
  ENGINES.find(({ isConfigured }) => isConfigured(config))?.name ?? postgres.name

/** The records of a database, and how they are found. */
export interface Records {
  book: Book
  /** The engine that answers, of those that the configuration allows. */
  engine: SearchEngine
  /** All of them, the preferred one first. */
  engines: readonly SearchEngine[]
  /**
   * Keeps the index in order: makes what it lacks, and drops what answered before, when nobody asks it any more.
   *
   * @returns Whether something is left that answered before and may still be asked.
   * @throws OperatorError which says what is in the way.
   */
  keepIndex(): Promise<boolean>
  /** Keeps indexes outside of the database as the book is, until the answer is called. One process of a server is enough. */
  followBook(): () => Promise<void>
  close(): Promise<void>
}

/** Asks nothing of anybody yet. */
export function openRecords(config: EngineConfig, database: EngineDatabase): Records {
  const limits = { count: database.searchConnections, statementTimeoutMs: SEARCH_DEADLINE_MS }
  const connections = createSearchConnections(database.openConnection, database.app, limits)
  const book = createBook(database, connections)
  const readState = followIndexState(database.app, preferredEngine(config))
  const engines = ENGINES.filter(({ isConfigured }) => isConfigured(config)).map(({ open }) =>
    open(config, { database, connections, book, readState })
  )
  const engine = createCurrentEngine(engines, readState)
  return {
    book: { ...book, openWriter: preparingWriter(book, engine) },
    engine,
    engines,
    async keepIndex() {
      await engine.open()
      const drops = () => dropLeaving(database.owner, engines)
      return await alone(database.owner, drops).catch(error => {
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

/**
 * Drops what answered before and what was given up. Without its configuration an index stays where it is, and nobody keeps
 * changes for it any more.
 *
 * @returns Whether something is left that may be dropped later.
 */
async function dropLeaving(owner: SQL, engines: readonly SearchEngine[]): Promise<boolean> {
  const { building, leaving } = await readIndexState(owner, postgres.name)
  if (building !== null && building !== postgres.name && (await isGivenUp(owner, building)))
    await giveUpBuilding(owner, building)
  if (leaving.length > 0 && !(await mayBeDropped(owner))) return true
  let isLeft = false
  for (const name of leaving) {
    const owning = engines.find(each => each.name === (name === postgres.name ? name : elastic.name))
    if (name !== postgres.name) await unfollow(owner, name)
    if (!owning) continue
    try {
      await owning.drop(name)
      await noteLeft(owner, name)
    } catch (error) {
      // Somebody reads the table for long, as a backup does.
      if (!isLockHeld(error)) throw error
      isLeft = true
    }
  }
  return isLeft
}

/** Loads get the index ready, which may be cheaper to make after them, and end with all findable. */
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
