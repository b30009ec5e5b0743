import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts processor time in hundredths of a second for every program (`man 5 proc`, USER_HZ). */
const TICK_US = 10_000
const PARENT = 1
const [USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN] = [11, 12, 13, 14]

/** Fields of /proc/PID/stat behind the name of the program; null when the process is gone. */
function statOf(pid: number): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return null
  }
}

const sum = (stat: number[], ...fields: number[]) =>
  fields.reduce((all, field) => all + (stat[field] ?? 0), 0) * TICK_US

/** Processor time that a process with all its threads has used so far, in microseconds. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return stat ? sum(stat, USER, SYSTEM) : 0
}

/** The same with all its children, those that have ended included. */
export function cpuOfTree(pid: number): number {
  const stat = statOf(pid)
  if (!stat) return 0
  let all = sum(stat, USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN)
  for (const child of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const of = statOf(Number(child))
    if (of?.[PARENT] === pid) all += sum(of, USER, SYSTEM)
  }
  return all
}

/** The main process of the Postgres that works in this data folder. */
export function postmasterOf(dataDir: string): number {
  const [line = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return Number(line)
}
