import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { createPreviews } from '#api/features/import-jobs/previews.ts'
import type { PreviewResult, TaskProcess } from '#api/features/import-jobs/task-process.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type ImportOrder, importOrder } from '#shared/contracts/admin/imports.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { taskProcesses } from '#tests/kit/task-processes.ts'
import { until } from '#tests/kit/until.ts'
import { IMPORTS } from '#tests/kit/uploads.ts'

const { admin, files } = administeredApp()

const ROWS = 'ФИО,Телефон\nТестов Иван,89731000001\n'

/** Freezes the processes that look through so many files, before they can have seen any of them. */
async function freezePreviews(count: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const pids = taskProcesses()
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    if (pids.length === count) return
    await Bun.sleep(2)
  }
  throw new Error('no preview')
}

test('a file that takes long to look through does not keep another one waiting', async () => {
  const slow = await files.send('slow.csv', ROWS)
  const quick = await files.send('quick.csv', ROWS)
  const waits = files.previewOnce(slow, { source: 'slow' })
  await freezePreviews(1)
  const startedAt = performance.now()
  const { body } = await files.previewOnce(quick, { source: 'quick' })
  expect(body.preview.rows).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect((await waits).body).toMatchObject({ preview: null, turn: null })
  expect((await admin.delete(`${IMPORTS}/${slow}`)).status).toBe(200)
  // A frozen process hears no request to end, and is killed when its time for that is over.
  expect(await until(taskProcesses, pids => pids.length === 0)).toEqual([])
})

test('a server that stops starts none of those that wait, and refuses whoever waits', async () => {
  const stopping = await startApp()
  const { config, importRuns } = stopping.context
  const read = async (name: string) => {
    const file = join(config.dataDir, name)
    await Bun.write(file, ROWS)
    return await importRuns.previews.read(file, v.parse(importOrder, { source: 'clients' }))
  }
  try {
    const waiting = Promise.allSettled(['1.csv', '2.csv', '3.csv', '4.csv'].map(read))
    await freezePreviews(2)
    await importRuns.close()
    expect(taskProcesses()).toEqual([])
    const late = Promise.allSettled([read('5.csv')])
    const ends = [...(await waiting), ...(await late)]
    expect(ends).toEqual(Array(5).fill({ status: 'rejected', reason: new Refusal('STOPPING') }))
  } finally {
    await stopping.stop()
  }
})

const TIMES = { slowMs: 200, abandonedMs: 60_000, longestMs: 60_000, keptMs: 50 }
const DONE = { refused: 'просмотрено' }

const FORGOTTEN = { refused: 'Файл удалён.' }

/** Previews of files that each take as many seconds as their name says, in processes. */
function previewsOf(times: Partial<typeof TIMES> = {}) {
  const running = new Set<string>()
  let most = 0
  function start(file: string): TaskProcess {
    const child = Bun.spawn(['sleep', file.split(' ')[0] ?? '0'])
    running.add(file)
    most = Math.max(most, running.size)
    const exitCode = child.exited.finally(() => running.delete(file))
    return {
      exitCode,
      result: exitCode.then((code): PreviewResult | null => (code === 0 ? DONE : null)),
      async stop() {
        child.kill()
        await exitCode
      },
      kill: () => child.kill('SIGKILL')
    }
  }
  const previews = createPreviews(start, { ...TIMES, ...times })
  return {
    previews,
    read: (file: string) => previews.read(file, {} as ImportOrder),
    running,
    most: () => most
  }
}

test('four slow ones go on beside the quick ones, and six are the most at once', async () => {
  const { read, previews, running, most } = previewsOf()
  const slow = [1, 2, 3, 4].map(at => `60 ${at}`)
  const results = slow.map(read)
  const startedAt = performance.now()
  const quick = await Promise.all([1, 2, 3, 4, 5, 6].map(at => read(`0.1 ${at}`)))
  expect(quick).toEqual(Array(6).fill(DONE))
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect([...running].toSorted()).toEqual(slow)
  expect(most()).toBeLessThanOrEqual(6)
  for (const file of slow) previews.forget(file)
  expect(await Promise.all(results)).toEqual(Array(4).fill(FORGOTTEN))
  expect(running.size).toBe(0)
})

/** Six that take all places, and have taken them for long. */
async function sixSlow(read: (file: string) => Promise<PreviewResult>, running: ReadonlySet<string>) {
  const slow = [1, 2, 3, 4, 5, 6].map(at => `60 ${at}`)
  const results = slow.map(read)
  expect(await until(() => running.size === 6)).toBe(true)
  await Bun.sleep(2 * TIMES.slowMs)
  return { slow, results }
}

test('six slow ones keep no quick one waiting, and whoever made room for it begins anew in its turn', async () => {
  const { read, previews, running } = previewsOf()
  const { slow, results } = await sixSlow(read, running)
  const startedAt = performance.now()
  expect(await read('0.1 quick')).toEqual(DONE)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  const turnOf = (file: string) => previews.turnOf(file, {} as ImportOrder)
  const [displaced = '', ...others] = slow.filter(file => turnOf(file) !== null)
  expect([turnOf(displaced), others]).toEqual([1, []])
  const held = slow.filter(file => file !== displaced)
  previews.forget(held[0] ?? '')
  await until(() => running.has(displaced))
  expect([running.has(displaced), turnOf(displaced)]).toEqual([true, null])
  for (const file of slow) previews.forget(file)
  expect(await Promise.all(results)).toEqual(Array(6).fill(FORGOTTEN))
})

test('no two that wait have the same number: one that begins anew comes after the quick ones', async () => {
  const { read, previews, running } = previewsOf()
  const turnOf = (file: string) => previews.turnOf(file, {} as ImportOrder)
  const { slow, results } = await sixSlow(read, running)
  expect(await read('0.1 quick')).toEqual(DONE)
  const displaced = slow.find(file => turnOf(file) !== null) ?? ''
  const later = ['60 7', '0.1 8', '0.1 9']
  results.push(...later.map(read))
  expect([...later, displaced].map(turnOf)).toEqual([null, 1, 2, 3])
  for (const file of [...slow, ...later]) previews.forget(file)
  expect(await Promise.all(results)).toEqual(Array(9).fill(FORGOTTEN))
})

test('one that still waits when nobody asks for it any more is not begun', async () => {
  const { read, running } = previewsOf({ slowMs: 60_000, abandonedMs: 300, keptMs: 60_000 })
  const [first, second, left] = ['1 a', '1 b', '0.1 left'].map(read)
  expect(await Promise.all([first, second])).toEqual([DONE, DONE])
  expect(await left).toEqual({ refused: 'Просмотр прерван. Запросите его снова.' })
  expect(running.size).toBe(0)
  expect(await read('0.1 left')).toEqual(DONE)
})

test('a slow one that nobody asks for again is ended, and asking again keeps it', async () => {
  const { read, running } = previewsOf({ abandonedMs: 1_000 })
  const left = read('60 left')
  const watched = read('2 watched')
  const asking = setInterval(() => void read('2 watched'), 300)
  expect(await watched).toEqual(DONE)
  clearInterval(asking)
  expect(await left).toEqual({ refused: 'Просмотр прерван. Запросите его снова.' })
  expect(running.size).toBe(0)
})

test('one that takes longer than anybody waits says what to do', async () => {
  const { read } = previewsOf({ longestMs: 300 })
  expect(await read('60 long')).toEqual({
    refused: expect.stringContaining('Разделите его на части'),
    code: 'FILE_OVER_LIMIT'
  })
})

test('whoever asks the same meanwhile is told the same', async () => {
  const { read, most } = previewsOf()
  const both = await Promise.all([read('0.3 same'), read('0.3 same')])
  expect([both, most()]).toEqual([[DONE, DONE], 1])
})
