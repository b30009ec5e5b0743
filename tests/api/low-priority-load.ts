import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { openDatabase } from '#api/db/connect.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'

/**
 * A load as the operating system sees it: `bun tests/api/low-priority-load.ts <folder>` steps back and prints the nice values of
 * its process, of the four database processes that work for it, and of their sessions where the system groups them.
 */
const database = await openDatabase({ databaseUrl: null, dataDir: process.argv[2] ?? '' })
const { owner } = database
await lowerPriority(owner, { databaseUrl: null })
const rows = await Promise.all(
  Array.from({ length: 4 }, () =>
    owner.begin(tx => tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.2)`)
  )
)
const pids = [...new Set(rows.flat().map(({ pid }) => pid))]
const niceOfSession = (pid: number) => {
  try {
    const [nice] = readFileSync(`/proc/${pid}/autogroup`, 'utf8').match(/-?\d+$/m) ?? []
    return nice === undefined ? [] : [Number(nice)]
  } catch {
    return []
  }
}
const backends = pids.map(pid => getPriority(pid))
console.log(JSON.stringify({ own: getPriority(), backends, sessions: pids.flatMap(niceOfSession) }))
await database.close()
