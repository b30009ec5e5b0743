import { closeSync, openSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { SQL } from 'bun'
import { isAlive } from '#api/processes/process-info.ts'
import { type Account, BARE_ENVIRONMENT } from './account.ts'
import type { Binaries } from './binaries.ts'
import { cannotRun, folderArgument, OWNER, runIn } from './cluster.ts'
import { DatabaseError, explain, withFolder } from './failure.ts'
import { serverSettings } from './settings.ts'
import type { Socket } from './socket.ts'

export interface EmbeddedCluster {
  folder: string
  account: Account | null
  /** For each start, so that changes of the machine are noticed. */
  chooseBinaries: () => Promise<Binaries>
  socket: Socket
  password: string
  maxConnections: number
  memory: number | undefined
}

const LOG_MAX_BYTES = 8 * 1024 ** 2
const POLL_MS = 10
const RETRY_MS = 200
/** Waiting time for a server that holds the cluster silently, such as a stopping one. */
const OCCUPIED_MS = 15_000
/** Recovery has no fixed duration; this ends a hopeless wait. */
const RECOVERY_MS = 600_000
const STOP_MS = 20_000
const OCCUPIED_MESSAGE = /lock file .* already exists|pre-existing shared memory block/

export function connectionTo({ socket, password }: EmbeddedCluster) {
  return { adapter: 'postgres', path: socket.path, username: OWNER, password, database: 'postgres' } as const
}

/** Adopts or starts a server; true when started. Only Postgres judges a stale `postmaster.pid`. */
export async function ensureRunning(
  cluster: EmbeddedCluster,
  report: (text: string) => void
): Promise<boolean> {
  const until = Date.now() + OCCUPIED_MS
  for (;;) {
    const state = await probe(cluster)
    if (state === 'ready') return false
    if (state === 'down' && (await launch(cluster, report)) === 'ready') return true
    if (Date.now() > until && readPostmaster(cluster.folder)?.status !== 'starting') {
      throw explain('lock file "postmaster.pid" already exists', cluster.folder)
    }
    await Bun.sleep(RETRY_MS)
  }
}

/** Fast shutdown, a hard one after 20 s. */
export async function stopServer(cluster: EmbeddedCluster): Promise<void> {
  const running = readPostmaster(cluster.folder)
  if (!running) return
  const ended = async (within: number) => {
    const until = Date.now() + within
    while (Date.now() < until) {
      if (readPostmaster(cluster.folder)?.pid !== running.pid || !isAlive(running.pid)) return true
      await Bun.sleep(POLL_MS)
    }
    return false
  }
  signal(running.pid, 'SIGINT')
  if (!(await ended(STOP_MS))) {
    signal(running.pid, 'SIGQUIT')
    await ended(STOP_MS)
  }
  if (cluster.socket.folder !== '.') rmSync(cluster.socket.folder, { recursive: true, force: true })
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name)
}

type ServerState = 'ready' | 'busy' | 'down'

async function probe(cluster: EmbeddedCluster): Promise<ServerState> {
  if (!readPostmaster(cluster.folder)) return 'down'
  const client = new SQL({ ...connectionTo(cluster), max: 1, connectionTimeout: 5 })
  try {
    await client`select 1`
    return 'ready'
  } catch (error) {
    const { errno } = error as { errno?: string }
    if (errno === '28P01') {
      throw new DatabaseError(
        `Сохранённый пароль не подходит к базе в ${cluster.folder}. Восстановите папку из копии.`
      )
    }
    return errno === '57P03' ? 'busy' : 'down'
  } finally {
    await client.close()
  }
}

interface Postmaster {
  pid: number
  status: string
}

const PID_LINE = 0
const STATUS_LINE = 7

/** The file may be stale. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[PID_LINE])
    return pid > 0 ? { pid, status: lines[STATUS_LINE]?.trim() ?? '' } : null
  } catch {
    return null
  }
}

/** Programs that run a cluster; null when unknown. */
export function runningPrograms(folder: string): string | null {
  try {
    const [path = ''] = readFileSync(join(folder, 'postmaster.opts'), 'utf8').split(' "')
    return isAbsolute(path) ? dirname(path) : null
  } catch {
    return null
  }
}

async function launch(
  cluster: EmbeddedCluster,
  report: (text: string) => void
): Promise<'ready' | 'occupied'> {
  const { folder, account, socket, maxConnections, memory } = cluster
  const { postgres } = await cluster.chooseBinaries()
  const log = openLog(`${folder}.log`)
  let child: Bun.Subprocess
  try {
    child = Bun.spawn(
      [
        postgres,
        '-D',
        folderArgument(folder),
        ...serverSettings(machine(folder, memory), socket.folder, maxConnections)
      ],
      {
        ...runIn(folder, account),
        env: { ...BARE_ENVIRONMENT, ...zombieEnvironment(folder) },
        stdout: log.descriptor,
        stderr: log.descriptor
      }
    )
  } catch (error) {
    throw cannotRun(error as Error)
  } finally {
    closeSync(log.descriptor)
  }
  // Must not keep this process alive.
  child.unref()
  const started = Date.now()
  let isReported = false
  while (Date.now() - started < RECOVERY_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = log.readNew()
      if (OCCUPIED_MESSAGE.test(output)) return 'occupied'
      throw explain(output, folder)
    }
    const { pid, status } = readPostmaster(folder) ?? { pid: 0, status: '' }
    if (pid === child.pid && status === 'ready') return 'ready'
    if (!isReported && Date.now() - started > 3_000) {
      isReported = true
      report('База данных: восстанавливаю после сбоя, это может занять время…')
    }
    await Bun.sleep(POLL_MS)
  }
  throw explain(log.readNew(), folder)
}

/**
 * Some containers never reap zombies, which Postgres takes for alive. `PG_GRANDPARENT_PID`, as `pg_ctl` sets it,
 * excludes them while shared memory is still checked.
 */
function zombieEnvironment(folder: string): Record<string, string> {
  const pid = readPostmaster(folder)?.pid
  if (!pid) return {}
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)
    return state?.startsWith('Z') ? { PG_GRANDPARENT_PID: String(pid) } : {}
  } catch {
    return {}
  }
}

function openLog(path: string) {
  return withFolder(dirname(path), () => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > LOG_MAX_BYTES) renameSync(path, `${path}.1`)
    const from = size > LOG_MAX_BYTES ? 0 : size
    const descriptor = openSync(path, 'a', 0o600)
    return { descriptor, readNew: () => readFileSync(path).subarray(from).toString('utf8') }
  })
}

function machine(folder: string, memory: number | undefined) {
  const limit = process.constrainedMemory()
  const size = (path: string, part: 'blocks' | 'bavail') => {
    try {
      const stats = statfsSync(path)
      return stats[part] * stats.bsize
    } catch {
      return 0
    }
  }
  return {
    memory: memory ?? (limit > 0 ? Math.min(limit, totalmem()) : totalmem()),
    disk: size(folder, 'blocks'),
    sharedMemory: size('/dev/shm', 'bavail')
  }
}
