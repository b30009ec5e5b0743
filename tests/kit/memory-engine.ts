import {
  type BookRecord,
  changesBehind,
  follow,
  type RemovedRecord,
  readChanges,
  storeFollowerPosition
} from '#api/book/changes.ts'
import { assertPolicy } from '#api/book/policy.ts'
import type {
  Candidate,
  EngineParts,
  LookupAnswer,
  SearchEngine,
  SearchPolicy
} from '#api/engines/contract.ts'
import { createCurrentEngine } from '#api/engines/current-engine.ts'
import { openRecords } from '#api/engines/index.ts'
import { recordNumber, storedKey } from '#api/lib/hash64.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { OpenRecords } from './start-app.ts'

/** What the array has of a record; what is gone stays with its version. */
interface Entry {
  number: bigint
  version: bigint
  keys: ReadonlySet<string>
  surname: string | null
}

const FOLLOWER = 'memory'
const PORTION = 1_000
const PATIENCE_MS = 2_000
const GONE = { keys: new Set<string>(), surname: null }

const answersAny = ({ keys, surname }: Entry, steps: readonly PlanStep[]) =>
  steps.some(step =>
    step.surname === undefined
      ? step.keys.every(key => keys.has(storedKey(key)))
      : surname !== null && surnameKeysOf(step).map(storedKey).includes(surname)
  )

/** The smallest engine that keeps the contract: an array in memory, which is brought up to date before each answer. */
function createMemoryEngine({
  database,
  book
}: Pick<EngineParts, 'database' | 'book'>): Omit<SearchEngine, 'spellings'> {
  const { owner } = database
  const entries = new Map<bigint, Entry>()
  let latest = Promise.resolve()

  function place(entry: Entry): void {
    if ((entries.get(entry.number)?.version ?? -1n) < entry.version) entries.set(entry.number, entry)
  }
  async function put(records: readonly BookRecord[]) {
    for (const { number, version, keys, surname } of records)
      place({
        number: BigInt(number),
        version: BigInt(version),
        keys: new Set(keys.slice(1, -1).split(',')),
        surname
      })
  }
  async function remove(records: readonly RemovedRecord[]) {
    for (const { number, version } of records)
      place({ number: BigInt(number), version: BigInt(version), ...GONE })
  }

  async function fill(): Promise<void> {
    await follow(owner, FOLLOWER)
    await put(
      await owner<BookRecord[]>`SELECT id::text AS number, '0' AS version, src AS source,
        k::text AS keys, sur::text AS surname, subj::text AS subjects FROM rec`
    )
  }
  async function catchUp(): Promise<void> {
    if ((await changesBehind(owner, FOLLOWER)) === null) await fill()
    for (const until = performance.now() + PATIENCE_MS; ; ) {
      const { records, removed, upTo } = await readChanges(owner, FOLLOWER, null, PORTION)
      if (!upTo) {
        // What any transaction of the server that has written holds back.
        if (performance.now() > until || (await changesBehind(owner, FOLLOWER)) === 0) return
        await Bun.sleep(10)
        continue
      }
      await put(records)
      await remove(removed)
      await storeFollowerPosition(owner, FOLLOWER, upTo)
    }
  }
  /** One at a time. */
  const upToDate = () => (latest = latest.catch(() => {}).then(catchUp))

  /** Of the records of a condition, in the order of their numbers, those that the policy allows, as the book has them. */
  async function visible(
    isWanted: (entry: Entry) => boolean,
    policy: SearchPolicy,
    ...rest: [timeoutMs: number, signal: AbortSignal]
  ): Promise<{ entry: Entry; candidate: Candidate }[] | null> {
    assertPolicy(policy)
    await upToDate()
    const wanted = [...entries.values()].filter(isWanted).sort((a, b) => (a.number < b.number ? -1 : 1))
    const candidates = await book.read(
      wanted.map(({ number }) => number),
      policy,
      ...rest
    )
    if (!candidates) return null
    const byNumber = new Map(candidates.map(each => [recordNumber(each.record_id), each]))
    return wanted.flatMap(entry => {
      const candidate = byNumber.get(entry.number)
      return candidate ? [{ entry, candidate }] : []
    })
  }

  return {
    name: FOLLOWER,
    open: upToDate,
    put,
    remove,

    async look(lookups, policy, ...rest) {
      const all = await visible(
        entry => lookups.some(({ steps }) => answersAny(entry, steps)),
        policy,
        ...rest
      )
      const keys = [...policy.sources.keys()]
      const answers = lookups.map(({ steps, limits }): LookupAnswer => {
        const answer: LookupAnswer = { candidates: [], more: new Set() }
        for (const step of steps) {
          const counts = new Map<string, number>()
          let total = 0
          for (const { entry, candidate } of all ?? []) {
            if (!answersAny(entry, [step]) || answer.candidates.includes(candidate)) continue
            const { source } = candidate
            const count = counts.get(source) ?? 0
            if (count >= limits.perSource || (step.surname === undefined && total >= limits.total))
              answer.more.add(source)
            else {
              counts.set(source, count + 1)
              total += 1
              answer.candidates.push(candidate)
            }
          }
        }
        return answer
      })
      return { answers, failed: new Set(all ? [] : keys), tookUs: new Map(keys.map(key => [key, 1])) }
    },

    async count(steps, policy, cap, ...rest) {
      const matching = await visible(entry => answersAny(entry, steps), policy, ...rest)
      const count = (key: string) => matching?.filter(({ candidate }) => candidate.source === key).length ?? 0
      return matching && new Map([...policy.sources.keys()].map(key => [key, Math.min(cap, count(key))]))
    },

    async list({ steps, earlier, skipped, after, limit }, policy, ...rest) {
      const isNext = (entry: Entry) =>
        (after === null || entry.number > after) &&
        answersAny(entry, steps) &&
        !answersAny(entry, earlier) &&
        !skipped.includes(entry.number)
      const listed = await visible(isNext, policy, ...rest)
      return listed?.slice(0, limit).map(({ candidate }) => candidate) ?? null
    },

    async rebuild({ onProgress }) {
      entries.clear()
      await fill()
      onProgress(entries.size, entries.size)
      return { records: entries.size }
    },
    drop: async () => {},
    health: async () => ({ ok: true, records: entries.size, behind: await changesBehind(owner, FOLLOWER) }),
    close: async () => {}
  }
}

export const openMemoryRecords: OpenRecords = database => {
  const { book, engine, close } = openRecords({ elasticsearchUrl: null }, database)
  const memory = { ...createMemoryEngine({ database, book }), spellings: engine.spellings }
  const state = { engine: FOLLOWER, name: null, building: null, place: null, leaving: [] }
  return { book, engine: createCurrentEngine([memory], async () => state), close }
}
