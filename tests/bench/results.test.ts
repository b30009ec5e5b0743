import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './goal.ts'
import { keepResults, originNow } from './results.ts'

const row = (id: string, measured: string): Row => ({ id, goal: 'a goal', measured, holds: true })
const goals = ['P7', 'P10']
const small = { records: 1_000_000, people: 374_252, goals }
const large = { records: 10_000_000, people: 3_742_515, goals }
const then = { day: '2026-11-22', machine: '2 cores (old)', tree: 'aaaaaaa' }
const now = { day: '2026-11-30', machine: '2 cores (old)', tree: 'bbbbbbb+' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sverka-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const read = () => Bun.file(join(folder, 'results.md')).text()

test('puts sizes side by side and replaces only what was measured again', async () => {
  await keepResults(large, [row('P7', 'large seven')], then, folder)
  await keepResults(
    small,
    [row('P7', 'old seven'), row('P7', 'old too'), row('P10', 'kept ten')],
    then,
    folder
  )
  await keepResults(small, [row('P7', 'new seven')], now, folder)
  const text = await read()
  expect(text).not.toContain('old seven')
  expect(text).not.toContain('old too')
  const places = ['## 1 000 000 records', 'new seven', 'kept ten', '## 10 000 000 records', 'large seven']
  const positions = places.map(place => text.indexOf(place))
  expect(positions).not.toContain(-1)
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions)
})

test('says of each row its day and tree, and its machine where there were several', async () => {
  await keepResults(small, [row('P7', 'seven'), row('P10', 'ten')], then, folder)
  await keepResults(small, [row('P7', 'seven')], now, folder)
  const ofOne = await read()
  expect(ofOne).toContain('374 252 people; 2 cores (old).')
  expect(ofOne).toMatch(/P7 .* 2026-11-30 · bbbbbbb\+ +\|/)
  expect(ofOne).toMatch(/P10 .* 2026-11-22 · aaaaaaa +\|/)
  await keepResults(small, [row('P10', 'ten')], { ...now, machine: '8 cores (new)' }, folder)
  const ofTwo = await read()
  expect(ofTwo).toContain('machine 1: 2 cores (old); machine 2: 8 cores (new).')
  expect(ofTwo).toMatch(/P10 .* 2026-11-30 · bbbbbbb\+ · machine 2 \|/)
})

test('drops the rows of a goal that is none any more, in every size', async () => {
  await keepResults({ ...large, goals: ['P3'] }, [row('P3', 'gone')], then, folder)
  await keepResults(small, [row('P7', 'seven')], now, folder)
  expect(await read()).not.toContain('gone')
})

test('knows the commit that it measures', () => {
  expect(originNow().tree).toMatch(/^(—|[\da-f]{7,}\+?)$/)
})
