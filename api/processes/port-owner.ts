import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { readProcess } from './process-info.ts'

const LISTENING = '0A'
const [LOCAL, STATE, INODE] = [1, 3, 9]

/** «bun api/main.ts, процесс 4711»; null when the system does not tell (not Linux, or another user's process). */
export function portOwner(port: number): string | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap(table => listeningSockets(table, port)))
  if (sockets.size === 0) return null
  const pid = namesIn('/proc').find(name => /^\d+$/.test(name) && holdsAny(name, sockets))
  if (pid === undefined) return null
  // Further arguments may hold secrets.
  const [program = '', script = ''] = readProcess(Number(pid))?.command ?? []
  const title = [basename(program), ...(/^[\w./-]+\.[cm]?[jt]s$/.test(script) ? [script] : [])].join(' ')
  return `${title}, процесс ${pid}`
}

function listeningSockets(table: string, port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return linesOf(`/proc/net/${table}`)
    .map(line => line.trim().split(/\s+/))
    .filter(cells => cells[STATE] === LISTENING && cells[LOCAL]?.endsWith(ending))
    .map(cells => `socket:[${cells[INODE]}]`)
}

const holdsAny = (pid: string, sockets: ReadonlySet<string>) =>
  namesIn(`/proc/${pid}/fd`).some(descriptor => sockets.has(targetOf(`/proc/${pid}/fd/${descriptor}`)))

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}
