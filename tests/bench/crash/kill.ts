import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '#api/db/seed/random.ts'
import type { Product } from '../product.ts'

export type Victim = 'bun' | 'postgres' | 'both'

/** Odd rounds kill Bun, even ones Postgres, every fourth both. */
export const victimOf = (round: number): Victim =>
  round % 2 === 1 ? 'bun' : round % 4 === 2 ? 'postgres' : 'both'

/** kill -9, of Postgres now the postmaster alone, now with all its children. Nobody is told anything. */
export async function kill(victim: Victim, product: Product, dataDir: string, random: Random): Promise<void> {
  const postgres = victim === 'bun' ? [] : serversOf(dataDir, random.chance(0.5))
  const bun = victim === 'postgres' ? null : product.kill()
  for (const pid of postgres) killNow(pid)
  await bun
}

/** The postmaster of the data folder, if there is one. */
export function endPostgres(dataDir: string): void {
  for (const pid of serversOf(dataDir, true)) killNow(pid)
}

/** The pids of the postmaster, if there is one, and of its children. */
export function serversOf(dataDir: string, withChildren: boolean): number[] {
  const postmaster = postmasterOf(dataDir)
  if (postmaster === null) return []
  return withChildren ? [postmaster, ...childrenOf(postmaster)] : [postmaster]
}

function postmasterOf(dataDir: string): number | null {
  try {
    const [line] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'latin1').split('\n')
    return Number(line) > 1 ? Number(line) : null
  } catch {
    return null
  }
}

/** Where there is no /proc the children end by themselves when the postmaster is gone. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
      .map(Number)
  } catch {
    return []
  }
}

function parentOf(name: string): number | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'latin1')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in between.
  }
}
