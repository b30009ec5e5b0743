import { SQL } from 'bun'
import type { Database } from '#api/db/connect.ts'
import { openRecords } from '#api/engines/index.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { connectionOf, spawnOf } from './killable-process.ts'

interface RemovalOrder {
  connection: object
  source: string
  most: number
}

/** Starts a process that removes records of a source of the book, meant to be killed on its way. */
export function startRemoving({ owner }: Pick<Database, 'owner'>, order: Omit<RemovalOrder, 'connection'>) {
  return spawnOf(import.meta.path, { connection: connectionOf(owner), ...order }, 'inherit')
}

if (import.meta.main) {
  const { connection, source, most }: RemovalOrder = JSON.parse(process.argv[2] ?? '')
  const connect = (max: number) => new SQL({ ...connection, max })
  const sql = connect(2)
  const database = { app: sql, owner: sql, openConnection: () => connect(1), searchConnections: 1 }
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  while ((await book.removeOfSource(source, most, bookRemoved)) > 0);
}
