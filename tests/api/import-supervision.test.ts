import { beforeAll, expect, test } from 'bun:test'
import { claimJob } from '#api/features/import-jobs/run-store.ts'
import { createImportRuns } from '#api/features/import-jobs/runs.ts'
import { startTask, type TaskSetup } from '#api/features/import-jobs/task-process.ts'
import { TASK_LIMITS, type TaskLimits } from '#api/features/import-jobs/task-watch.ts'
import { isAlive } from '#api/processes/process-info.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { taskProcesses } from '#tests/kit/task-processes.ts'
import { until } from '#tests/kit/until.ts'
import { IMPORTS } from '#tests/kit/uploads.ts'

const kit = (name: string) => new URL(`../kit/${name}`, import.meta.url).pathname
const SPINNING = kit('spinning-task.ts')
const SWELLING = kit('swelling-task.ts')

/** What the next job runs instead of an import, and under which limits. */
let stand: { script: string; limits?: TaskLimits } | null = null
const { app, admin, files } = administeredApp()
beforeAll(async () => {
  const { context, database } = app
  await context.importRuns.close()
  const begin = (setup: TaskSetup) => {
    const script = setup.task.do === 'job' ? stand : null
    return startTask(setup, script ?? {})
  }
  Object.assign(context, { importRuns: createImportRuns({ ...context, owner: database.owner }, begin) })
})

const rows = (at: number) => `ФИО,Телефон\nСмотров Иван,897310002${10 + at}\n`
const isDone = ({ state }: { state: string }) => state === 'done'

/** Waits until it comes to that. */
async function happens(isSo: () => unknown): Promise<void> {
  expect(await until(isSo)).toBeTruthy()
}

const standIns = (): number[] => taskProcesses('spinning-task.ts').concat(taskProcesses('swelling-task.ts'))

/** Starts an import that spins, and another one behind it, which does not. */
async function spinBefore(name: string): Promise<{ stuck: string; pid: number; next: string }> {
  const [stuck, next] = await Promise.all([1, 2].map(at => files.send(`${name}-${at}.csv`, rows(at))))
  stand = { script: SPINNING }
  expect((await files.start(stuck ?? '', { source: name })).body.import.state).toBe('running')
  await happens(() => standIns().length === 1)
  stand = null
  await files.start(next ?? '', { source: name })
  return { stuck: stuck ?? '', pid: standIns()[0] ?? 0, next: next ?? '' }
}

test.each([
  ['deleted', async (id: string) => await admin.delete(`${IMPORTS}/${id}`)],
  ['stopped', async (id: string) => await admin.post(`${IMPORTS}/${id}/stop`)],
  [
    'given to another',
    async (id: string) =>
      await app.database.owner`UPDATE import_job SET runner = 'another', state = 'stopped' WHERE id = ${id}`
  ]
])('a stuck import that is %s is ended, and the next one begins', async (name, end) => {
  const { stuck, pid, next } = await spinBefore(name.replaceAll(' ', '-'))
  expect((await files.read(next)).state).toBe('waiting')
  await end(stuck)
  expect((await files.until(next, isDone)).report?.stored).toBe(1)
  await happens(() => !isAlive(pid))
  await admin.delete(`${IMPORTS}/${stuck}`)
})

test('an import belongs to its server while its process is stuck, and to nobody once it was ended', async () => {
  const { stuck, pid, next } = await spinBefore('held')
  await app.database.owner`UPDATE import_job SET beat_at = now() - interval '14 seconds' WHERE id = ${stuck}`
  await happens(async () => {
    const [job] = await app.database.owner`SELECT beat_at > now() - interval '5 seconds' AS beats
      FROM import_job WHERE id = ${stuck}`
    return job.beats
  })
  expect(await claimJob(app.context.sql, 'another server')).toBeNull()
  expect([isAlive(pid), standIns().length]).toEqual([true, 1])
  await admin.delete(`${IMPORTS}/${stuck}`)
  await files.until(next, isDone)
})

const SHORT: TaskLimits = { ...TASK_LIMITS, lookMs: 100 }

test.each([
  ['does not answer', SPINNING, { ...SHORT, silentCpuSeconds: 0.5 }, 'Загрузка обрывалась три раза подряд'],
  ['swells', SWELLING, { ...SHORT, memoryBytes: 400 * 1024 ** 2 }, 'ГБ памяти'],
  ['takes too long', SPINNING, { ...SHORT, jobMs: 500 }, 'Работа идёт дольше']
])(
  'an import whose process %s fails with what to do, and leaves no process',
  async (name, script, limits, says) => {
    const id = await files.send(`${name}.csv`, rows(3))
    stand = { script, limits }
    await files.start(id, { source: 'limits' })
    await happens(async () => (await files.read(id)).state === 'failed')
    stand = null
    expect((await files.read(id)).failure).toContain(says)
    expect(standIns()).toEqual([])
    await files.start(id, { source: 'limits' })
    expect((await files.until(id, isDone)).report?.stored).toBe(1)
  }
)

test.each([
  ['swells', SWELLING, { ...SHORT, memoryBytes: 400 * 1024 ** 2 }],
  ['does not answer', SPINNING, { ...SHORT, silentCpuSeconds: 0.5, jobMs: 0 }]
])('a rekey whose process %s is put back, never given up', async (_name, script, limits) => {
  const { owner } = app.database
  await owner`INSERT INTO import_job (id, kind, state, source_key, queued_at)
    VALUES ('rekey:limits', 'rekey', 'waiting', 'limits', now())`
  stand = { script, limits }
  const states = new Set<string>()
  const seen = async () => {
    const [job] =
      await owner`SELECT state, failure, attempts, beat_at > now() - interval '5 seconds' AS pauses
      FROM import_job WHERE id = 'rekey:limits'`
    states.add(job.state)
    return job
  }
  await app.context.importRuns.next()
  await happens(async () => (await seen()).state !== 'running' && states.has('running'))
  stand = null
  expect(await seen()).toEqual({ state: 'waiting', failure: null, attempts: 1, pauses: true })
  expect(states).not.toContain('failed')
  await owner`DELETE FROM import_job WHERE id = 'rekey:limits'`
})

test('a stuck process ends with the one that started it', async () => {
  const server = Bun.spawn([process.execPath, kit('abandoning-server.ts')], { stdout: 'pipe' })
  const reader = server.stdout.getReader()
  const pid = Number(new TextDecoder().decode((await reader.read()).value))
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await server.exited
  await happens(() => !isAlive(pid))
})
