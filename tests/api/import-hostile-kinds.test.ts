import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALIVE } from '#api/features/import-jobs/task-process.ts'
import { watchTask } from '#api/features/import-jobs/task-watch.ts'
import { HOSTILE_FILES } from '#tests/kit/hostile-files.ts'
import type { ReadEnd } from '#tests/kit/read-files.ts'

const above = mkdtempSync(join(tmpdir(), 'sverka-hostile-'))
const folder = join(above, 'in', 'in')
afterAll(() => rmSync(above, { recursive: true, force: true }))

const READER = new URL('../kit/read-files.ts', import.meta.url).pathname

/** Has a process look through files, under the limits of a process that an administrator's file is read in. */
async function readAll(names: readonly string[]): Promise<{ ends: ReadEnd[]; ended: string[] }> {
  const ends: ReadEnd[] = []
  const ended: string[] = []
  const child = Bun.spawn([process.execPath, READER], {
    cwd: folder,
    ipc(message: ReadEnd | typeof ALIVE) {
      watch.beat()
      if (message !== ALIVE) ends.push(message)
      if (ends.length === names.length) child.kill()
    },
    stdio: ['ignore', 'inherit', 'inherit']
  })
  const watch = watchTask(child.pid, true, reason => {
    ended.push(reason ?? `silent at ${names[ends.length]}`)
    child.kill('SIGKILL')
  })
  child.send(names)
  await child.exited
  watch.stop()
  return { ends, ended }
}

test('every hostile file ends within the limits, with its refusal or its rows, and writes nothing', async () => {
  await Bun.write(join(folder, 'placeholder'), '')
  rmSync(join(folder, 'placeholder'))
  const names = HOSTILE_FILES.map(({ name }) => name)
  expect(new Set(names).size).toBe(43)
  for (const { name, make } of HOSTILE_FILES) writeFileSync(join(folder, name), make())
  const { ends, ended } = await readAll(names)
  expect(ended).toEqual([])
  for (const [at, { name, ends: expected }] of HOSTILE_FILES.entries()) {
    const end = ends[at]
    const wanted =
      expected === 'any'
        ? { name }
        : 'rows' in expected
          ? { name, ...expected }
          : { name, code: expected[0], says: expect.stringContaining(expected[1]) }
    expect(end).toMatchObject(wanted)
  }
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
  expect([readdirSync(above), readdirSync(join(above, 'in'))]).toEqual([['in'], ['in']])
}, 300_000)
