import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LAUNCHERS = join(import.meta.dir, '..', '..', 'api', 'processes', 'launchers.ts')
/** The watch reads the kernel's process table, which only Linux shows as files. */
const canWatch = existsSync('/proc/self/stat')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sverka-launchers-'))
  const note = JSON.stringify(join(folder, 'note'))
  writeFileSync(
    join(folder, 'inner.ts'),
    `import { whenLauncherEnds } from ${JSON.stringify(LAUNCHERS)}
     import { writeFileSync } from 'node:fs'
     whenLauncherEnds(() => { writeFileSync(${note}, 'ended'); process.exit(0) })
     writeFileSync(${note}, String(process.pid))
     setTimeout(() => process.exit(1), 60_000)`
  )
  writeFileSync(
    join(folder, 'outer.ts'),
    `await Bun.spawn([process.execPath, ${JSON.stringify(join(folder, 'inner.ts'))}]).exited`
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = () => (existsSync(join(folder, 'note')) ? readFileSync(join(folder, 'note'), 'utf8') : '')

async function waitFor(wanted: (text: string) => boolean): Promise<boolean> {
  for (let round = 0; round < 600 && !wanted(read()); round++) await Bun.sleep(50)
  return wanted(read())
}

/** Without Bun's own care for orphans, and in a session of its own: this test may itself run under `bun run`. */
const alone = {
  cwd: tmpdir(),
  detached: true,
  env: { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: undefined }
}

test('notices that `bun run` above it was killed', async () => {
  rmSync(join(folder, 'note'), { force: true })
  const launcher = Bun.spawn([process.execPath, 'run', join(folder, 'outer.ts')], alone)
  expect(await waitFor(text => text !== '')).toBe(true)
  launcher.kill('SIGKILL')
  expect(await waitFor(text => text === 'ended')).toBe(canWatch)
})

test('does not mind that the shell above `bun run` ends', async () => {
  rmSync(join(folder, 'note'), { force: true })
  const start = `"${process.execPath}" run "${join(folder, 'outer.ts')}" & sleep 1`
  await Bun.spawn(['sh', '-c', start], alone).exited
  await Bun.sleep(1_200)
  const line = read()
  expect(line).toMatch(/^\d+$/)
  process.kill(Number(line), 'SIGKILL')
})
