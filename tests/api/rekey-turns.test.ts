import { beforeEach, expect, test } from 'bun:test'
import { forgetJobs } from '#api/features/import-jobs/keeping-store.ts'
import { releaseJob } from '#api/features/import-jobs/lease-store.ts'
import { noteCursor } from '#api/features/import-jobs/remap-store.ts'
import { claimJob } from '#api/features/import-jobs/run-store.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(undefined, startOnPostgres)
beforeEach(async () => {
  const { owner } = app.database
  await owner`DELETE FROM import_job`
  // All of one moment, as a start queues them.
  await owner`INSERT INTO import_job (id, kind, state, source_key, queued_at)
    SELECT 'rekey:' || key, 'rekey', 'waiting', key, now() FROM unnest('{a,b,c}'::text[]) AS key`
})

const claim = async () => (await claimJob(app.database.owner, 'runner'))?.id ?? null
const crash = (job: string) => releaseJob(app.database.owner, { job, runnerId: 'runner' })
/** Seconds until it may be claimed. */
async function pauseOf(id: string): Promise<number> {
  const [job] = await app.database
    .owner`SELECT extract(epoch FROM beat_at - now() + interval '5 seconds')::float8 AS pause
    FROM import_job WHERE id = ${id}`
  return Math.round(job.pause)
}
async function skipPauses(): Promise<void> {
  await app.database.owner`UPDATE import_job SET beat_at = NULL WHERE state = 'waiting'`
}

test('a rekey that crashes again and again pauses longer each time, a minute at most, until it gets on', async () => {
  const { owner } = app.database
  await owner`DELETE FROM import_job WHERE id <> 'rekey:a'`
  const pauses: number[] = []
  for (let crashes = 0; crashes < 8; crashes += 1) {
    expect(await claim()).toBe('rekey:a')
    await crash('rekey:a')
    expect(await claim()).toBeNull()
    pauses.push(await pauseOf('rekey:a'))
    await skipPauses()
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  await claim()
  expect(
    await noteCursor(owner, { job: 'rekey:a', runnerId: 'runner' }, { cursor: 'x', rows: 1, part: 0.1 })
  ).toBe(true)
  await crash('rekey:a')
  await claim()
  expect(await pauseOf('rekey:a')).toBe(2)
})

test('one that crashes, even where its pause is over, comes after those of other sources', async () => {
  const turns: (string | null)[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    const id = await claim()
    turns.push(id)
    await crash(id ?? '')
    // Puts it back, and has nobody to take while all pause.
    await app.database.owner`UPDATE import_job SET beat_at = now() WHERE state = 'waiting'`
    expect(await claim()).toBeNull()
    await skipPauses()
  }
  expect(new Set(turns.slice(0, 3)).size).toBe(3)
  expect(turns.slice(3)).toEqual(turns.slice(0, 3))
})

test('one that is not done is never forgotten, and one that was given up is taken up', async () => {
  const { owner } = app.database
  await owner`UPDATE import_job SET touched_at = now() - interval '1 year',
    state = CASE id WHEN 'rekey:a' THEN 'failed' WHEN 'rekey:b' THEN 'stopped' ELSE 'done' END`
  expect(await forgetJobs(owner, 10)).toEqual(['rekey:c'])
  await claim()
  await skipPauses()
  expect(await claim()).toBe('rekey:a')
})
