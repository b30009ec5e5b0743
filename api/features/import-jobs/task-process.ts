import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { ImportOrder } from '#shared/contracts/admin-imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import type { Runner } from './run-store.ts'

/** What a process is started for, and ends with: a job, or a preview that somebody waits for. */
export type Task = { do: 'job'; runner: Runner } | { do: 'preview'; file: string; order: ImportOrder }

/** What a process begins with. Secrets come this way, and in no list of processes. */
export interface TaskSetup {
  /** How the owner of the database connects. */
  target:
    | { url: string }
    | { adapter: 'postgres'; path: string; username: string; password: string; database: string }
  config: Config
  secrets: Pick<Secrets, 'suppress'>
  task: Task
}

export type PreviewResult = { preview: ImportPreview } | { refused: string }

const SCRIPT = new URL('./task-main.ts', import.meta.url).pathname
const STOP_MS = 3_000

export interface TaskProcess {
  /** What it said before it ended; null when it said nothing. */
  result: Promise<PreviewResult | null>
  exitCode: Promise<number>
  /** Asks it to end, and ends it when it does not. */
  stop(): Promise<void>
}

/** Where the owner connects, in plain data. */
export function targetOf({ databaseUrl }: Pick<Config, 'databaseUrl'>, owner: SQL): TaskSetup['target'] {
  if (databaseUrl) return { url: databaseUrl }
  const {
    path = '',
    username = '',
    password = '',
    database = ''
  } = owner.options as unknown as Record<string, string>
  return { adapter: 'postgres', path, username, password, database }
}

/** Starts a process that does one task: whatever a file does to it, searches go on. It ends with the process that started it. */
export function startTask(setup: TaskSetup): TaskProcess {
  let result: PreviewResult | null = null
  const child = Bun.spawn([process.execPath, SCRIPT], {
    ipc(message: PreviewResult, sender) {
      result = message
      sender.kill('SIGTERM')
    },
    serialization: 'advanced',
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit'
  })
  child.send(setup)
  const exitCode = child.exited.catch(error => {
    log.error('task_lost', { error })
    return -1
  })
  return {
    result: exitCode.then(() => result),
    exitCode,
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([exitCode, Bun.sleep(STOP_MS)])
      child.kill('SIGKILL')
      await exitCode
    }
  }
}
