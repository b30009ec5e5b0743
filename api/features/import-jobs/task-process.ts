import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { ImportOrder } from '#shared/contracts/admin/imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import type { Runner } from './lease-store.ts'
import type { Job } from './store.ts'
import { TASK_LIMITS, type TaskLimits, watchTask } from './task-watch.ts'

export type Task =
  | { do: 'job'; kind: Job['kind']; runner: Runner }
  | { do: 'preview'; file: string; order: ImportOrder }

/** Passed over IPC, so that secrets are in no process list. */
export interface TaskSetup {
  target:
    | { url: string }
    | { adapter: 'postgres'; path: string; username: string; password: string; database: string }
  config: Config
  secrets: Pick<Secrets, 'suppress'>
  task: Task
}

export type PreviewResult = { preview: ImportPreview } | { refused: string; code?: 'FILE_OVER_LIMIT' }

export const ALIVE = 'alive'

const SCRIPT = new URL('./task-main.ts', import.meta.url).pathname
const STOP_MS = 3_000

export interface TaskProcess {
  /** Final message or reason of its end; null without. */
  result: Promise<PreviewResult | null>
  exitCode: Promise<number>
  /** Gracefully, then by force. */
  stop(): Promise<void>
  kill(): void
}

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

/** Supervised, so that no file can harm searches; ends with its parent. @param script Its code. */
export function startTask(
  setup: TaskSetup,
  { script = SCRIPT, limits = TASK_LIMITS }: { script?: string; limits?: TaskLimits } = {}
): TaskProcess {
  let result: PreviewResult | null = null
  const child = Bun.spawn([process.execPath, script], {
    ipc(message: PreviewResult | typeof ALIVE, sender) {
      if (message === ALIVE) return watch.beat()
      result = message
      sender.kill('SIGTERM')
    },
    serialization: 'advanced',
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit'
  })
  const kill = () => child.kill('SIGKILL')
  const end = (overrun: string | null) => {
    log.warn('task_ended', { task: setup.task.do, reason: overrun === null ? 'silent' : 'limit' })
    if (overrun !== null) result ??= { refused: overrun, code: 'FILE_OVER_LIMIT' }
    kill()
  }
  const isRekey = setup.task.do === 'job' && setup.task.kind === 'rekey'
  const jobMs = isRekey ? Number.POSITIVE_INFINITY : limits.jobMs
  const watch = watchTask(child.pid, setup.task.do === 'job', end, { ...limits, jobMs })
  child.send(setup)
  const exitCode = child.exited
    .catch(error => {
      log.error('task_lost', { error })
      return -1
    })
    .finally(watch.stop)
  return {
    result: exitCode.then(() => result),
    exitCode,
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([exitCode, Bun.sleep(STOP_MS)])
      kill()
      await exitCode
    },
    kill
  }
}
