import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { backendsOf } from '#api/db/backends.ts'
import { isServerRunning } from '#api/db/running-server.ts'

/** Nice value: only gets idle time. */
const LOWEST_PRIORITY = 19

/**
 * Gives a running server priority over a load, for which nobody waits: lowers this process with its later threads and,
 * for a database on this machine, the database processes that work for it.
 */
export async function lowerPriority(owner: SQL, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (!(await isServerRunning(owner))) return
  setPriority(LOWEST_PRIORITY)
  if (databaseUrl) return
  for (const pid of await backendsOf(owner)) {
    try {
      setPriority(pid, LOWEST_PRIORITY)
      // Each Postgres process is a session of its own, and Linux with autogroups shares the processor between sessions,
      // whatever their nice values (sched(7), «The autogroup feature»).
      writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY))
    } catch {
      // Another user's process, an ended one, or another system: then its priority stays.
    }
  }
}
