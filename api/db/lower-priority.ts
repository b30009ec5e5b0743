import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { backendsOf } from '#api/db/backends.ts'
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
    } catch {}
  }
}
