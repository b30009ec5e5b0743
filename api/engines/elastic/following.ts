import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { notePlace, type Place, readChanges } from '#api/book/changes.ts'
import { ElasticDownError } from '#api/engines/cluster/failures.ts'
import { writeRecords } from './bulk.ts'

/** Where an index is written. */
export interface Target {
  owner: SQL
  client: Client
  /** Of the index, and so of its follower. */
  name: string
}

/** How long a round goes on before what it wrote can be found. */
const ROUND_MS = 1_000
const PORTION_CHANGES = 5_000
/** Portions that the cluster writes while the next one is read. */
const AT_ONCE = 2

/** Writes portions one beside the other, and answers when all of them are written. */
export async function pipelined<T>(
  next: () => Promise<T | null>,
  write: (portion: T) => Promise<void>
): Promise<void> {
  const underWay: Promise<void>[] = []
  try {
    for (let portion = await next(); portion; portion = await next()) {
      const writing = write(portion)
      // Whoever waits for it hears of its failure.
      writing.catch(() => {})
      underWay.push(writing)
      if (underWay.length >= AT_ONCE) await underWay.shift()
    }
  } finally {
    await Promise.allSettled(underWay)
  }
  await Promise.all(underWay)
}

/** Makes what was written findable in all copies. */
export async function refresh(client: Client, index: string): Promise<void> {
  const { _shards: shards } = await client.indices.refresh({ index })
  if ((shards?.failed ?? 1) > 0) throw new ElasticDownError('a copy of the index was not refreshed')
}

/**
 * Brings changes of the book into an index for a second, or until there are none, and only then notes how far it is: killed
 * anywhere, it does the same again.
 *
 * @returns How many changes it took in.
 */
export async function followOnce({ owner, client, name }: Target): Promise<number> {
  const until = performance.now() + ROUND_MS
  let place = null as Place | null
  let count = 0
  await pipelined(
    async () => {
      if (place && performance.now() > until) return null
      const changes = await readChanges(owner, name, place, PORTION_CHANGES)
      place = changes.upTo ?? place
      return changes.upTo && changes
    },
    async ({ records, removed }) => {
      count += records.length + removed.length
      await writeRecords(client, name, records, removed)
    }
  )
  if (place) {
    await refresh(client, name)
    await notePlace(owner, name, place)
  }
  return count
}

/** While nobody changes a record: brings everything into an index, and leaves the noting of it to whoever follows later. */
export async function followToEnd(tx: SQL, { client, name }: Target): Promise<void> {
  let place = null as Place | null
  await pipelined(
    async () => {
      const changes = await readChanges(tx, name, place, PORTION_CHANGES, true)
      place = changes.upTo ?? place
      return changes.upTo && changes
    },
    ({ records, removed }) => writeRecords(client, name, records, removed)
  )
  await refresh(client, name)
}
