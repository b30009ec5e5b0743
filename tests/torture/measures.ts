import { readdirSync, readFileSync } from 'node:fs'
import type { Outcome } from './phase.ts'

/** Resident memory of a process in megabytes; null where there is no /proc. */
export function memoryOf(pid: number): number | null {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(orNothing(() => statusOf(pid)) ?? '') ?? []
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
}

/** Open files and connections of a process; null where there is no /proc. */
export const descriptorsOf = (pid: number): number | null =>
  orNothing(() => readdirSync(`/proc/${pid}/fd`).length)

/** How much more was measured, held against the most; what could not be measured holds neither way. */
export function growthRow(
  goal: string,
  [before, after]: readonly [number | null, number | null],
  most: number,
  unit = ''
): Outcome['rows'][number] {
  const grown = before === null || after === null ? null : after - before
  return {
    goal,
    measured: grown === null ? 'not measured' : `${grown}${unit}`,
    holds: grown === null ? null : grown <= most
  }
}

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'latin1')

function orNothing<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
