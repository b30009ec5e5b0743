import { SQL } from 'bun'
import type { Database } from '#api/db/connect.ts'
import { openRecords } from '#api/engines/index.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'

interface RemovalOrder {
  connection: object
  source: string
  most: number
}

/** Starts a process that removes records of a source of the book, meant to be killed on its way. */
export function startRemoving({ owner }: Pick<Database, 'owner'>, order: Omit<RemovalOrder, 'connection'>) {
  const { path, hostname, port, username, password, database } = owner.options as Record<string, unknown>
  const connection = { path, hostname, port, username, password, database, adapter: 'postgres' }
  return Bun.spawn([process.execPath, import.meta.path, JSON.stringify({ connection, ...order })], {
    stdout: 'inherit',
    stderr: 'inherit'
  })
}

if (import.meta.main) {
  const { connection, source, most }: RemovalOrder = JSON.parse(process.argv[2] ?? '')
  const connect = (max: number) => new SQL({ ...connection, max })
  const sql = connect(2)
  const database = { app: sql, owner: sql, openConnection: () => connect(1), searchConnections: 1 }
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  while ((await book.removeOfSource(source, most, bookRemoved)) > 0);
}
