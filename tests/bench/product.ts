import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assertPortFree } from '#api/processes/port.ts'

const ROOT = resolve(import.meta.dir, '..', '..')
/** The product's port; other servers of the bench take the next ones. */
export const PORT = Number(process.env.BENCH_PORT ?? 12_395)
const POLL_MS = 5
const START_MS = 120_000

/** The product as a process of its own, on a data folder that outlives it. */
export interface Product {
  url: string
  port: number
  pid: number
  /** From the start of the process to the first healthy answer. */
  startedInMs: number
  stop(): Promise<void>
  /** kill -9: nothing is written, nobody says goodbye. */
  kill(): Promise<void>
}

export function newDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sverka-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * On `PORT` unless `env` names another.
 *
 * @throws When it does not answer within two minutes, and a `PortTakenError` when somebody listens there.
 */
export async function startProduct(
  dataDir: string,
  env: Record<string, string | undefined> = {}
): Promise<Product> {
  const port = Number(env.PORT ?? PORT)
  const url = `http://127.0.0.1:${port}`
  const isHealthy = () =>
    fetch(`${url}/api/search/health`).then(
      answer => answer.ok,
      () => false
    )
  // What an earlier run has left would be measured in place of this one.
  assertPortFree({ port, host: '127.0.0.1', choice: 'BENCH_PORT=' })
  const started = performance.now()
  const child = Bun.spawn([process.execPath, 'api/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: String(PORT),
      DATA_DIR: dataDir,
      RUN_DIR: join(dataDir, 'run'),
      LOG_LEVEL: 'error',
      ...env
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit'
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await child.exited
  }
  while (performance.now() - started < START_MS && child.exitCode === null) {
    if (await isHealthy()) {
      const startedInMs = performance.now() - started
      return {
        url,
        port,
        pid: child.pid,
        startedInMs,
        stop: () => end('SIGTERM'),
        kill: () => end('SIGKILL')
      }
    }
    await Bun.sleep(POLL_MS)
  }
  await end('SIGKILL')
  throw new Error('the product did not start')
}
