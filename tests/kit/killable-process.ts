import type { SQL } from 'bun'

/** How another process reaches the database of a pool. */
export function connectionOf(pool: SQL): object {
  const { path, hostname, port, username, password, database } = pool.options as Record<string, unknown>
  return { path, hostname, port, username, password, database, adapter: 'postgres' }
}

/** Starts a module as a process, meant to be killed on its way; its order is its last argument. */
export const spawnOf = <Out extends 'inherit' | 'pipe'>(module: string, order: object, stdout: Out) =>
  Bun.spawn([process.execPath, module, JSON.stringify(order)], { stdout, stderr: 'inherit' })
