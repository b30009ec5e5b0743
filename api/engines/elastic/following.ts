import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { type FollowerPosition, readChanges, storeFollowerPosition } from '#api/book/changes.ts'
import { ElasticDownError } from '#api/engines/cluster/failures.ts'
import { writeRecords } from './bulk.ts'

export interface Target {
  owner: SQL
  client: Client
  name: string
}

/** Written records become visible after a round. */
const ROUND_MS = 1_000
const PORTION_CHANGES = 5_000
/** Portions written while the next is read. */
const AT_ONCE = 2

export async function pipelined<T>(
  next: () => Promise<T | null>,
  write: (portion: T) => Promise<void>
): Promise<void> {
  const underWay: Promise<void>[] = []
  try {
    for (let portion = await next(); portion; portion = await next()) {
      const writing = write(portion)
      // The awaiting caller reports the failure.
      writing.catch(() => {})
      underWay.push(writing)
      if (underWay.length >= AT_ONCE) await underWay.shift()
    }
  } finally {
    await Promise.allSettled(underWay)
  }
  await Promise.all(underWay)
}

export async function refresh(client: Client, index: string): Promise<void> {
  const { _shards: shards } = await client.indices.refresh({ index })
  if ((shards?.failed ?? 1) > 0) throw new ElasticDownError('a copy of the index was not refreshed')
}

/** Indexes changes for up to a second, then notes the place: a killed round is repeated. @returns Number of changes. */
export async function followOnce({ owner, client, name }: Target): Promise<number> {
  const until = performance.now() + ROUND_MS
  let place = null as FollowerPosition | null
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
    await storeFollowerPosition(owner, name, place)
  }
  return count
}

/** Indexes all changes while nobody writes; leaves the place to later rounds. */
export async function followToEnd(tx: SQL, { client, name }: Target): Promise<void> {
  let place = null as FollowerPosition | null
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
