import { closeSync, openSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { SQL } from 'bun'
import { isAlive } from '#api/lib/processes.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { BARE_ENVIRONMENT, cannotRun, folderArgument, OWNER, runIn } from './cluster.ts'
import { DatabaseError, explain, withFolder } from './failure.ts'
import { serverSettings } from './settings.ts'
import type { Socket } from './socket.ts'

/** A cluster on disk with all that is needed to run and reach its server. */
export interface Cluster {
  folder: string
  account: Account | null
  binaries: Binaries
  socket: Socket
  password: string
  maxConnections: number
}

const LOG_MAX_BYTES = 8 * 1024 ** 2
const POLL_MS = 10
const RETRY_MS = 200
/** How long a cluster may be held by a server that does not answer, for instance one that is just stopping. */
const OCCUPIED_MS = 15_000
/** Replaying the log of changes after a crash takes as long as it takes; this only ends a hopeless wait. */
const RECOVERY_MS = 600_000
const STOP_MS = 20_000
const OCCUPIED = /lock file .* already exists|pre-existing shared memory block/

/** How a client connects as the owner. */
export function connectionTo({ socket, password }: Cluster) {
  return { adapter: 'postgres', path: socket.path, username: OWNER, password, database: 'postgres' } as const
}

/**
 * Makes sure that the cluster's server answers: adopts one that runs, else starts one. Whether a `postmaster.pid` is
 * stale is judged by Postgres alone. True when this call started it.
 */
export async function bringUp(cluster: Cluster, report: (text: string) => void): Promise<boolean> {
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

/** Asks the server to stop: sessions end, what was committed is on disk. After 20 s it is stopped hard. */
export async function takeDown(cluster: Cluster): Promise<void> {
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

type State = 'ready' | 'busy' | 'down'

async function probe(cluster: Cluster): Promise<State> {
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
  /** `starting`, `ready`, `stopping`, or empty before the server has said it. */
  status: string
}

const PID_LINE = 0
const STATUS_LINE = 7

/** What `postmaster.pid` says. It may stand there without a server. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[PID_LINE])
    return pid > 0 ? { pid, status: lines[STATUS_LINE]?.trim() ?? '' } : null
  } catch {
    return null
  }
}

async function launch(cluster: Cluster, report: (text: string) => void): Promise<'ready' | 'occupied'> {
  const { folder, account, binaries, socket, maxConnections } = cluster
  const log = openLog(`${folder}.log`)
  let child: Bun.Subprocess
  try {
    child = Bun.spawn(
      [
        binaries.postgres,
        '-D',
        folderArgument(folder),
        ...serverSettings(machine(folder), socket.folder, maxConnections)
      ],
      {
        ...runIn(folder, account),
        env: { ...BARE_ENVIRONMENT, ...deadPredecessor(folder) },
        stdout: log.descriptor,
        stderr: log.descriptor
      }
    )
  } catch (error) {
    throw cannotRun(error as Error)
  } finally {
    closeSync(log.descriptor)
  }
  // The server outlives whoever forgets to stop it; it must not keep that process from ending.
  child.unref()
  const started = Date.now()
  let told = false
  while (Date.now() - started < RECOVERY_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = log.readNew()
      if (OCCUPIED.test(output)) return 'occupied'
      throw explain(output, folder)
    }
    const { pid, status } = readPostmaster(folder) ?? { pid: 0, status: '' }
    if (pid === child.pid && status === 'ready') return 'ready'
    if (!told && Date.now() - started > 3_000) {
      told = true
      report('База данных: восстанавливаю после сбоя, это может занять время…')
    }
    await Bun.sleep(POLL_MS)
  }
  throw explain(log.readNew(), folder)
}

/**
 * A killed server stays in the process table until its parent buries it, which some containers never do, and Postgres
 * takes it for alive. Named as a grandparent (what `pg_ctl` does with its shell) it no longer counts, while Postgres
 * still looks for processes that hold the cluster's memory.
 */
function deadPredecessor(folder: string): Record<string, string> {
  const pid = readPostmaster(folder)?.pid
  if (!pid) return {}
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)
    return state?.startsWith('Z') ? { PG_GRANDPARENT_PID: String(pid) } : {}
  } catch {
    return {}
  }
}

/** The server's own log beside the cluster. One older file is kept. */
function openLog(path: string) {
  return withFolder(dirname(path), () => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > LOG_MAX_BYTES) renameSync(path, `${path}.1`)
    const from = size > LOG_MAX_BYTES ? 0 : size
    const descriptor = openSync(path, 'a', 0o600)
    return { descriptor, readNew: () => readFileSync(path).subarray(from).toString('utf8') }
  })
}

function machine(folder: string) {
  const limit = process.constrainedMemory()
  const size = (path: string, part: 'blocks' | 'bavail') => {
    try {
      const found = statfsSync(path)
      return found[part] * found.bsize
    } catch {
      return 0
    }
  }
  return {
    memory: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    disk: size(folder, 'blocks'),
    sharedMemory: size('/dev/shm', 'bavail')
  }
}
