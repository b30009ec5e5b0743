import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { backendsOf } from '#api/db/backends.ts'
import { isServerRunning } from '#api/db/running-server.ts'

/** Nice value: gets what a server leaves over. */
const BEHIND_THE_SERVER = 19

/**
 * Lets a running server go first: people wait for it and nobody waits for a load. That is this process, with the threads
 * that it starts later, and where the database is on this machine for sure what it does for this process.
 */
export async function stepBack(owner: SQL, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (!(await isServerRunning(owner))) return
  setPriority(BEHIND_THE_SERVER)
  if (databaseUrl) return
  for (const pid of await backendsOf(owner)) {
    try {
      setPriority(pid, BEHIND_THE_SERVER)
      // A process of Postgres is a session of its own, and Linux shares the processor between sessions, whatever the
      // nice values in them, where it groups them (sched(7), «The autogroup feature»).
      writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND_THE_SERVER))
    } catch {
      // Of another user, gone, or no such system: then it goes on as it was.
    }
  }
}
