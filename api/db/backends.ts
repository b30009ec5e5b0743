import type { SQL } from 'bun'
import { webPlan } from './connection-plan.ts'

/** Pids on the database's machine. */
export async function backendsOf(owner: SQL): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: webPlan(0).owner }, () => owner.reserve()))
  try {
    const rows = await Promise.all(
      connections.map(connection => connection<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)
    )
    return rows.flat().map(({ pid }) => pid)
  } finally {
    for (const connection of connections) connection.release()
  }
}
