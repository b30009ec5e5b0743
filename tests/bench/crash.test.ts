import { expect, test } from 'bun:test'
import { surviveCrashes } from './crash/rounds.ts'

const SEED = 3
const PEOPLE = 500

test('no credit is lost or made when Bun, and when Postgres, is killed under load', async () => {
  const crashes = { rounds: 2, seed: SEED, people: PEOPLE, parallel: 16, port: freePort(), hurries: true }
  const { rows } = await surviveCrashes(crashes, () => {})
  expect(rows.filter(row => !row.holds)).toEqual([])
  expect(Number(rows.find(row => row.goal === 'charges in the ledger')?.measured)).toBeGreaterThan(0)
}, 120_000)

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  if (port === undefined) throw new Error('no free port')
  return port
}
