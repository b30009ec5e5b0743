import { readFileSync } from 'node:fs'

export interface ProcessInfo {
  parent: number
  /** Session: what one terminal, service or detached command started. */
  session: number
  /** The kernel's letter; Z and X are dead. */
  state: string
  /** Clock ticks since boot. Together with the pid it identifies a process. */
  startedAt: number
  command: string[]
}

const [STATE, PARENT, SESSION, USER_TIME, SYSTEM_TIME, STARTED] = [0, 1, 3, 11, 12, 19]
/** What Linux tells programs, whatever its own clock does (`USER_HZ`). */
const TICKS_IN_SECOND = 100

/** Null without such a process, and everywhere but on Linux. */
export function readProcess(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): the name may hold spaces and brackets, so it ends at the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(fields[PARENT]),
      session: Number(fields[SESSION]),
      state: fields[STATE] ?? '',
      startedAt: Number(fields[STARTED]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    }
  } catch {
    return null
  }
}

/** What a process takes. */
export interface ProcessUsage {
  /** Of its main thread: the kernel's letter; R runs, or waits for nothing but a processor. */
  state: string
  /** Of all its threads since it began. */
  cpuSeconds: number
  residentBytes: number
}

/** Null without such a process, and everywhere but on Linux. */
export function readUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return {
      state: fields[STATE] ?? '',
      cpuSeconds: ticks / TICKS_IN_SECOND,
      residentBytes: Number(resident?.[1] ?? 0) * 1024
    }
  } catch {
    return null
  }
}

/** Whether any process has this pid now, possibly another one than before. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
