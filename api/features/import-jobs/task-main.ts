import { SQL } from 'bun'
import { TASK_CONNECTIONS } from '#api/db/connection-plan.ts'
import { IMPORT_POOL } from '#api/db/running-server.ts'
import { openRecords } from '#api/engines/index.ts'
import { log, setLogLevel } from '#api/lib/log.ts'
import { endWithParent } from '#api/processes/end-with-parent.ts'
import { readFile } from './read-file.ts'
import { runJob } from './run-job.ts'
import { ALIVE, type TaskSetup } from './task-process.ts'

const ALIVE_MS = 1_000

/** Returns the exit code. */
async function run({ target, config, secrets, task }: TaskSetup): Promise<number> {
  setLogLevel(config.logLevel)
  const connect = (max: number, settings: Record<string, string>) =>
    new SQL({ ...target, max, connection: { application_name: IMPORT_POOL, ...settings } })
  const owner = connect(TASK_CONNECTIONS[task.do], {})
  try {
    const openConnection = (settings: Record<string, string>) => connect(1, settings)
    const { book } = openRecords(config, { app: owner, owner, openConnection, searchConnections: 1 })
    if (task.do === 'job') return await runJob(task.runner, { owner, book, config, secrets })
    process.send?.(await readFile(owner, task.file, task.order))
    // Waits to be ended, because an exit would lose messages.
    return await new Promise<never>(() => {})
  } finally {
    await owner.close({ timeout: 1 })
  }
}

endWithParent()
setInterval(() => process.send?.(ALIVE), ALIVE_MS)
process.once('message', (setup: TaskSetup) => {
  run(setup).then(
    code => process.exit(code),
    error => {
      log.error('import_process_failed', { error })
      process.exit(1)
    }
  )
})
// Without its server nobody supervises it.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
