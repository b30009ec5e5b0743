import { readFileSync } from 'node:fs'

/** What Linux tells of a process. */
export interface Process {
  parent: number
  /** Number of its session: what one terminal, service or detached command started. */
  session: number
  /** One letter of the kernel; Z and X are dead. */
  state: string
  /** Clock ticks from the start of the system to its own: with its number, nobody else's. */
  startedAt: number
  command: string[]
}

const [STATE, PARENT, SESSION, STARTED] = [0, 1, 3, 19]

/** Null when there is no such process, and everywhere but on Linux. */
export function readProcess(pid: number): Process | null {
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

/** Whether a process has this number now. It may be another one than it was. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
