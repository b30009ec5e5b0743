import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process in megabytes; 0 where there is no /proc. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(orNothing(() => statusOf(pid)) ?? '') ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Open files and connections of a process; 0 where there is no /proc. */
export const descriptorsOf = (pid: number): number =>
  orNothing(() => readdirSync(`/proc/${pid}/fd`).length) ?? 0

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'latin1')

function orNothing<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
