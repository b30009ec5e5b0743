import { readFileSync } from 'node:fs'

export interface ProcessInfo {
  parent: number
  /** Processes of one terminal, service or detached command. */
  session: number
  /** The kernel's letter; Z and X are dead. */
  state: string
  /** Clock ticks since boot; identifies a process together with its pid. */
  startedAt: number
  command: string[]
}

const [STATE, PARENT, SESSION, USER_TIME, SYSTEM_TIME, STARTED] = [0, 1, 3, 11, 12, 19]
/** `USER_HZ` for programs on Linux. */
const TICKS_IN_SECOND = 100

/** Null without such a process or outside Linux. */
export function readProcess(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): the name may hold spaces and brackets.
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

export interface ProcessUsage {
  /** Main thread; R runs or waits for a processor. */
  state: string
  /** All threads since the start. */
  cpuSeconds: number
  residentBytes: number
}

/** Null without such a process or outside Linux. */
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

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
