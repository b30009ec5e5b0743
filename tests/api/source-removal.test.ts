import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { BACKUP_LOCK, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { openEngines } from '#api/engines/index.ts'
import { whileNobodyWrites } from '#api/engines/record-holder.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { finishDeletions } from '#api/features/indices/service.ts'
import { describeSources } from '#api/features/sources/listing.ts'
import { declaredSources, removeExpired } from '#api/features/sources/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { BEING_EMPTIED } from '#shared/labels/sources.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { loadSurnames, startOnElastic } from '#tests/kit/elastic/surname-source.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { startRemoving } from '#tests/kit/removing-process.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SIZE = 40
/** Fewer than there are: the index goes as a whole all the same. */
const SOME = 10
/** The index itself is made or dropped. */
const INDEX = /^\/sverka-[0-9a-f]{12}-gone_\d+\.[0-9a-f]{8}(\?|$)/
const LATE_MS = 3_000
const PATIENCE_MS = 20_000

describeElastic('a source whose records leave a cluster', server => {
  let proxy: FaultProxy
  let app: TestApp
  let key: string
  let sources = 0

  beforeAll(async () => {
    proxy = await startFaultProxy(server)
    ;({ app } = await startOnElastic(proxy.url))
  })
  afterEach(() => proxy.end())
  afterAll(async () => {
    await app.stop()
    await proxy.stop()
  })

  const load = (from = 0) => loadSurnames(app, key, 'Уходящий', { from, size: SIZE })

  async function loadNew(): Promise<void> {
    key = `gone_${sources++}`
    await load()
  }

  /** Null of a source that is forgotten. */
  async function state() {
    const [row] = await app.database.owner`SELECT records::int AS counted,
      (SELECT count(*)::int FROM leaving_index WHERE source_id = source.id) AS noted FROM source WHERE key = ${key}`
    const stored = (await app.context.engine.countStored()).get(key) ?? 0
    return row ? { counted: row.counted, noted: row.noted, stored } : { stored }
  }

  const remove = () => app.context.engine.removeOfSource(key, SOME, bookRemoved)

  /** Removes it by another process, and kills that when it has booked all and the cluster has not heard of it. */
  async function killRemoval(): Promise<void> {
    await proxy.begin({ kind: 'silence' }, INDEX)
    const child = startRemoving(app.database, { server: proxy.url, source: key, most: SOME })
    while ((await state()).noted !== 1) {
      if (child.exitCode !== null) throw new Error('the removal has ended')
      await Bun.sleep(20)
    }
    child.kill('SIGKILL')
    await child.exited
    await proxy.end()
  }

  const KILLED = { counted: 0, noted: 1, stored: SIZE }
  const GONE = { counted: 0, noted: 0, stored: 0 }

  test('asks the cluster as often, however many there are, and holds no row while it is slow', async () => {
    await loadNew()
    await proxy.begin({ kind: 'late', ms: LATE_MS }, INDEX)
    const [start, before] = [performance.now(), proxy.calls]
    let isOver = false
    const removing = remove().finally(() => {
      isOver = true
    })
    while (!isOver) {
      await app.database.owner.begin(async tx => {
        await tx.unsafe(`SET LOCAL lock_timeout = '${LATE_MS / 3}ms'`)
        await tx`UPDATE source SET title = 'Другое' WHERE key = ${key}`
      })
      await Bun.sleep(50)
    }
    expect(await removing).toBe(SIZE)
    expect(performance.now() - start).toBeGreaterThan(LATE_MS)
    // One lists the indices of the source before anything is booked, one afterwards, one drops them.
    expect(proxy.calls - before).toBe(3)
    expect(await state()).toEqual(GONE)
    expect(await indexExists()).toBe(false)
  })

  test('that were booked and whose process was killed go first, and are booked once', async () => {
    await loadNew()
    await killRemoval()
    expect(await state()).toEqual(KILLED)
    await app.context.engine.finishRemoval(key)
    expect(await state()).toEqual(GONE)
  })

  test('that the cluster removed without an answer are booked once too', async () => {
    await loadNew()
    await proxy.begin({ kind: 'cut' }, INDEX)
    await expect(remove()).rejects.toThrow('не отвечает')
    await proxy.end()
    expect(await state()).toEqual({ counted: 0, noted: 1, stored: 0 })
    expect(await remove()).toBe(0)
    expect(await state()).toEqual(GONE)
  })

  test('that were booked go before others come, whoever brings them at once', async () => {
    await loadNew()
    await killRemoval()
    await Promise.all([load(), load(SIZE), load(2 * SIZE), app.context.engine.finishRemoval(key)])
    expect(await state()).toEqual({ counted: 3 * SIZE, noted: 0, stored: 3 * SIZE })
  })

  test('that were booked are removed by a job, also where the passport was renewed since', async () => {
    await loadNew()
    await killRemoval()
    expect(await removeExpired(app.context, 500)).toBe(0)
    expect(await state()).toEqual(GONE)
  })

  test('that were booked are neither found nor in a backup, whatever the passport says, and those loaded since are', async () => {
    await loadNew()
    const countNow = async () => {
      app.context.sources.forget()
      return (await searchIn(app, 'Уходящий')).candidates.filter(({ source }) => source === key).length
    }
    expect(await countNow()).toBeGreaterThan(0)
    await killRemoval()
    expect(await countNow()).toBe(0)
    const admin = await signedInAs(app, ROLE_ADMIN)
    const standing = async () => {
      const { index } = (await admin.get(`/api/auth/admin/es_indices/${key}`)).body
      return { answers: index.answers, wait_note: index.wait_note }
    }
    expect(await standing()).toEqual({ answers: false, wait_note: BEING_EMPTIED })
    const declared = await declaredSources(app.database.owner)
    const text = describeSources(declared.filter(source => source.key === key))
    expect(text).toContain('не отвечает')
    expect(text).toContain(BEING_EMPTIED)
    const [elastic] = openEngines({ elasticsearchUrl: [server] }, app.database)
    const snapshot = await elastic?.openSnapshot?.()
    const { records } = (await snapshot?.read(null)) ?? {}
    expect(records?.filter(({ source }) => source === key)).toEqual([])
    await snapshot?.close()
    await elastic?.close()
    await load()
    expect(await countNow()).toBeGreaterThan(0)
    expect(await standing()).toEqual({ answers: true, wait_note: undefined })
  })

  test('stay while a backup is made, which reads from the index', async () => {
    await loadNew()
    await withExclusiveLocks(app.database.owner, [{ name: BACKUP_LOCK, busyError: Error }], async () => {
      await expect(remove()).rejects.toThrow('Сейчас снимается копия')
      await app.database.owner`UPDATE source SET status = 'deleting' WHERE key = ${key}`
      expect(await finishDeletions(app.context, 500)).toBe(0)
      expect(await state()).toEqual({ counted: SIZE, noted: 0, stored: SIZE })
    })
    expect(await finishDeletions(app.context, 500)).toBe(SIZE)
    expect(await state()).toEqual({ stored: 0 })
  })

  test('is forgotten with its index when nothing is left of it, also after a kill', async () => {
    await loadNew()
    await app.database.owner`UPDATE source SET status = 'deleting' WHERE key = ${key}`
    await killRemoval()
    expect(await state()).toEqual(KILLED)
    expect(await finishDeletions(app.context, 500)).toBe(0)
    expect(await state()).toEqual({ stored: 0 })
    expect(await indexExists()).toBe(false)
  })

  test('is not forgotten while a move keeps its records from being removed', async () => {
    await loadNew()
    await app.database.owner`UPDATE source SET status = 'deleting' WHERE key = ${key}`
    await killRemoval()
    await besideMove(async () => {
      expect(await finishDeletions(app.context, 500)).toBe(0)
      expect(await state()).toEqual(KILLED)
    })
    expect(await finishDeletions(app.context, 500)).toBe(0)
    expect(await state()).toEqual({ stored: 0 })
  })

  test('and was never counted leaves no index behind', async () => {
    await loadNew()
    await app.database.owner`UPDATE source SET status = 'deleting', records = 0 WHERE key = ${key}`
    await besideMove(async () => {
      await finishDeletions(app.context, 500)
    })
    await finishDeletions(app.context, 500)
    expect(await state()).toEqual({ stored: 0 })
    expect(await indexExists()).toBe(false)
  })

  test('is gone for everybody at once while the cluster is silent', async () => {
    await loadNew()
    const admin = await signedInAs(app, ROLE_ADMIN)
    await proxy.begin({ kind: 'silence' }, INDEX)
    const start = performance.now()
    expect((await admin.delete(`/api/auth/admin/es_indices/${key}`)).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect((await admin.get(`/api/auth/admin/es_indices/${key}`)).status).toBe(404)
    await proxy.end()
    const until = performance.now() + PATIENCE_MS
    while ((await state()).counted !== undefined && performance.now() < until)
      await finishDeletions(app.context, 500).then(() => Bun.sleep(200))
    expect(await state()).toEqual({ stored: 0 })
  })

  /** Runs work as beside a move of all records, as soon as Postgres has noticed that a process was killed. */
  async function besideMove(work: () => Promise<void>): Promise<void> {
    const until = performance.now() + PATIENCE_MS
    for (let isRun = false; !isRun; ) {
      await whileNobodyWrites(app.database.owner, async () => {
        isRun = true
        await work()
      }).catch(error => {
        if (isRun || !(error instanceof OperatorError) || performance.now() > until) throw error
      })
      await Bun.sleep(50)
    }
  }

  async function indexExists(): Promise<boolean> {
    const [row] = await app.database.owner`SELECT name FROM elastic_namespace`
    const { origin } = new URL(server)
    return (await fetch(`${origin}/${row?.name}-${key}`, { method: 'HEAD' })).ok
  }
})
