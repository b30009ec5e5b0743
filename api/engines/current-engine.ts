import { RecordsMovingError } from '#api/db/load-failure.ts'
import type { EngineDatabase, SearchEngine, SearchPolicy } from './contract.ts'
import { overOlderRecords } from './older-records.ts'
import { engineNamed, readHolder, whileWriting } from './record-holder.ts'
import { assertRecordRule } from './record-rule.ts'
import { shortenLog } from './vocabulary/vocabulary-log.ts'

/** A move of all records is followed everywhere within this. */
export const FOLLOWED_MS = 1_000

/**
 * The engine that holds the records, whichever of these it is at the moment: a move ends with one switch in the database,
 * which every thread and process follows. Writes go where the records are, and none beside a move.
 *
 * @param engines The preferred one first. With a single one nothing is asked for a search.
 */
export function createCurrentEngine(
  engines: readonly SearchEngine[],
  database: EngineDatabase
): SearchEngine {
  const [preferred] = engines
  if (!preferred) throw new Error('no engine')
  let latest = preferred
  let read: { at: number; engine: Promise<SearchEngine> } | undefined
  let locking: ReturnType<EngineDatabase['openConnection']> | undefined

  /** @throws OperatorError when the records are where this configuration does not lead. */
  async function holder(): Promise<SearchEngine> {
    const { engine: name } = await readHolder(database.app, latest.name)
    latest = engineNamed(engines, name)
    return latest
  }

  function current(): Promise<SearchEngine> | SearchEngine {
    if (engines.length === 1) return latest
    const now = performance.now()
    if (read && now - read.at < FOLLOWED_MS) return read.engine
    const engine = holder().catch(() => latest)
    read = { at: now, engine }
    return engine
  }

  const loaded = new WeakMap<SearchPolicy['sources'], SearchPolicy['sources']>()

  /** Without adopted sources, which have no keys. The same sources as long as the policy has the same. */
  function loadedOf(policy: SearchPolicy): SearchPolicy {
    if (![...policy.sources.values()].some(({ adopted }) => adopted)) return policy
    const sources =
      loaded.get(policy.sources) ?? new Map([...policy.sources].filter(([, { adopted }]) => !adopted))
    loaded.set(policy.sources, sources)
    return { ...policy, sources }
  }

  const writing = <T>(work: (engine: SearchEngine) => Promise<T>, waitMs?: number): Promise<T> => {
    locking ??= database.openConnection({})
    return whileWriting(locking, async () => await work(await holder()), waitMs)
  }

  /** A part of work on an engine that has the records still. */
  const writingTo = <T>(engine: SearchEngine, work: () => Promise<T>): Promise<T> =>
    writing(async now => {
      if (now !== engine) throw new RecordsMovingError()
      return await work()
    })

  return {
    get name() {
      return latest.name
    },
    async open() {
      await assertRecordRule(database.owner)
      await (await holder()).open()
    },
    look: async (lookups, policy, ...rest) =>
      await overOlderRecords(await current(), policy).look(lookups, loadedOf(policy), ...rest),
    count: async (steps, policy, ...rest) =>
      await overOlderRecords(await current(), policy).count(steps, loadedOf(policy), ...rest),
    list: async (listing, policy, ...rest) =>
      await overOlderRecords(await current(), policy).list(listing, loadedOf(policy), ...rest),
    read: async (numbers, policy, ...rest) =>
      await (await current()).read(numbers, loadedOf(policy), ...rest),
    readSubjects: async (numbers, policy, ...rest) =>
      await overOlderRecords(await current(), policy).readSubjects(numbers, loadedOf(policy), ...rest),
    sample: async (...parameters) => await (await current()).sample(...parameters),
    describeForeign: async name => await (await current()).describeForeign(name),
    lookAdopted: async (...parameters) => await (await current()).lookAdopted(...parameters),
    spellings: async (...parameters) => await (await current()).spellings(...parameters),

    openWriter: (load, report) =>
      writing(async engine => {
        await assertRecordRule(database.owner)
        const writer = await engine.openWriter(load, report)
        return {
          ...writer,
          write: (chunk, book) => writingTo(engine, () => writer.write(chunk, book))
        }
      }),
    planRemoval: async batchId => await (await holder()).planRemoval(batchId),
    async removeBatch(batchId, book, onProgress) {
      const engine = await holder()
      // Between its portions a backup may begin, for which a long removal is not to be waited.
      return await engine.removeBatch(batchId, book, onProgress, portion => writingTo(engine, portion))
    },
    removeOfSource: (...parameters) => writing(engine => engine.removeOfSource(...parameters), 0),
    interruptedRemovals: async () => await (await holder()).interruptedRemovals(),
    finishRemoval: source => writing(engine => engine.finishRemoval(source), 0),
    remake: (source, from, make) =>
      writing(async engine => {
        // A place in another engine is none in this one.
        const place = from?.startsWith(`${engine.name} `) ? from.slice(engine.name.length + 1) : null
        const portion = await engine.remake(source, place, make)
        await shortenLog(database.owner)
        return { ...portion, next: portion.next === null ? null : `${engine.name} ${portion.next}` }
      }),
    readStored: async from => await (await holder()).readStored(from),
    lostSources: async () => await (await current()).lostSources(),
    countStored: async () => await (await holder()).countStored(),
    clear: () => writing(engine => engine.clear()),
    health: async () => await (await current()).health(),

    async close() {
      await Promise.all(engines.map(engine => engine.close()))
      await locking?.close({ timeout: 0 })
    }
  }
}
