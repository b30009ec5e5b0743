import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { webPlan } from '#api/db/connection-plan.ts'
import { isServerRunning } from '#api/db/running-server.ts'

const LOWEST_PRIORITY = 19

/** Yields to a running server: lowers this process and the local database processes that work for it. */
export async function lowerPriority(owner: SQL, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (!(await isServerRunning(owner))) return
  setPriority(LOWEST_PRIORITY)
  if (databaseUrl) return
  for (const pid of await backendsOf(owner)) {
    try {
      setPriority(pid, LOWEST_PRIORITY)
      // Linux autogroups share the processor between sessions whatever their nice values (sched(7)).
      writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY))
    } catch {
      // Another user's or an ended process keeps its priority.
    }
  }
}

/** Pids on the database's machine. */
async function backendsOf(owner: SQL): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: webPlan(0).owner }, () => owner.reserve()))
  try {
    const rows = await Promise.all(
      connections.map(connection => connection<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)
    )
    return rows.flat().map(({ pid }) => pid)
  } finally {
    for (const connection of connections) connection.release()
  }
}
