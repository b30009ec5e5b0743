import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './goal.ts'
import { keepResults } from './results.ts'

const row = (id: string, measured: string): Row => ({ id, goal: 'a goal', measured, holds: true })
const small = { records: 1_000_000, people: 374_252 }
const large = { records: 10_000_000, people: 3_742_515 }

test('puts sizes side by side and replaces only what was measured again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sverka-results-'))
  const read = () => Bun.file(join(folder, 'results.md')).text()
  await keepResults(large, [row('P7', 'large seven')], folder)
  await keepResults(small, [row('P7', 'old seven'), row('P10', 'kept ten')], folder)
  await keepResults(small, [row('P7', 'new seven')], folder)
  const text = await read()
  rmSync(folder, { recursive: true })
  expect(text).not.toContain('old seven')
  const places = ['## 1 000 000 records', 'new seven', 'kept ten', '## 10 000 000 records', 'large seven']
  const positions = places.map(place => text.indexOf(place))
  expect(positions).not.toContain(-1)
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions)
})
