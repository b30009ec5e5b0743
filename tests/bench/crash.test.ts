import { expect, test } from 'bun:test'
import { freePort } from '#tests/kit/start-app.ts'
import { surviveCrashes } from './crash/rounds.ts'

const SEED = 3
const PEOPLE = 500

test('no credit is lost or made when Bun, and when Postgres, is killed under load', async () => {
  const crashes = { rounds: 2, seed: SEED, people: PEOPLE, parallel: 16, port: freePort(), hurries: true }
  const { rows } = await surviveCrashes(crashes, () => {})
  expect(rows.filter(row => !row.holds)).toEqual([])
  expect(Number(rows.find(row => row.goal === 'charges in the ledger')?.measured)).toBeGreaterThan(0)
}, 120_000)
