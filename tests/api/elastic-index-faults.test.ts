import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { openCluster } from '#api/engines/cluster/cluster.ts'
import { rebuild } from '#api/engines/elastic/rebuilding.ts'
import { FOLLOWED_MS } from '#api/engines/index-state.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import {
  type IndexedBook,
  keyStep,
  NO_DIFFERENCE,
  numberOf,
  openIndexedBook,
  SOURCES
} from '#tests/kit/elastic/indexed-book.ts'
import { until } from '#tests/kit/until.ts'

const RECORDS = 14_000
const ALL = ['t:все']
const QUIET = { onProgress: () => {}, report: () => {} }

describeElastic('an index of the book', server => {
  let book: IndexedBook
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    book = await openIndexedBook(server)
    await book.write([
      { source: 'first', rid: 'один', keys: ['n:один', ...ALL] },
      { source: 'second', rid: 'два', keys: ['n:два', ...ALL] }
    ])
    await book.follow()
  })
  afterEach(async () => {
    await stop?.()
    stop = undefined
  })
  afterAll(() => book.close())

  const steps = [keyStep('n:один')]
  const isFound = async () => (await book.look(steps)).ids.length === 1
  const nameNow = async () => (await book.state())?.name ?? ''
  const follow = () => {
    stop = book.engine.followBook?.()
  }
  const noteNow = async () => (await book.engine.health()).note ?? null

  /** Changes the book, and waits for the index to be as it is. */
  async function expectEqual(rid: string): Promise<void> {
    await book.write([{ source: 'first', rid, keys: [`n:${rid}`, ...ALL] }])
    const isIn = async () => (await book.look([keyStep(`n:${rid}`)])).ids.length === 1
    expect(await until(isIn)).toBe(true)
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
    expect(await noteNow()).toBe(null)
  }

  test('that somebody deletes is built anew by itself, and until then searches fail', async () => {
    const before = await nameNow()
    await book.call('DELETE', `/${before}`)
    expect((await book.look(steps)).failed).toEqual(SOURCES)
    expect(await book.count(steps)).toBe(null)
    expect(await book.list(steps, 5)).toBe(null)
    follow()
    expect(await until(isFound)).toBe(true)
    expect(await nameNow()).not.toBe(before)
    await expectEqual('удалён')
  })

  test('is not taken for another one that somebody makes by its name, which stays', async () => {
    const before = await nameNow()
    await book.call('DELETE', `/${before}`)
    await book.call('PUT', `/${before}/_doc/${numberOf({ source: 'first', rid: 'один' })}`, { n: '1' })
    follow()
    expect(await until(async () => ![before, ''].includes(await nameNow()))).toBe(true)
    await expectEqual('подменён')
    expect((await book.call('GET', `/${before}`)).status).toBe(200)
    await book.call('DELETE', `/${before}`)
  })

  test('is not taken for a copy of it by its name', async () => {
    const before = await nameNow()
    const write = (isBlocked: boolean) =>
      book.call('PUT', `/${before}/_settings`, { 'index.blocks.write': isBlocked })
    await write(true)
    await book.call('POST', `/${before}/_clone/copy-of-${before}`)
    await book.call('DELETE', `/${before}`)
    await book.call('POST', `/copy-of-${before}/_clone/${before}`)
    await book.call('DELETE', `/copy-of-${before}`)
    await book.write([{ source: 'first', rid: 'новый', keys: ['n:новый'] }])
    follow()
    expect(await until(async () => ![before, ''].includes(await nameNow()))).toBe(true)
    await expectEqual('скопирован')
    await book.call('DELETE', `/${before}`)
  })

  test('that is closed is waited for', async () => {
    const name = await nameNow()
    await book.call('POST', `/${name}/_close`)
    expect((await book.look(steps)).failed).toEqual(SOURCES)
    follow()
    expect(await until(noteNow)).toContain('закрыт')
    await book.call('POST', `/${name}/_open`)
    expect(await until(isFound)).toBe(true)
    expect(await until(async () => (await noteNow()) === null)).toBe(true)
    await expectEqual('закрыт')
    expect(await nameNow()).toBe(name)
  })

  test('that takes no change is behind, says why, and shows what the book has', async () => {
    const name = await nameNow()
    const block = (isBlocked: boolean) =>
      book.call('PUT', `/${name}/_settings`, { 'index.blocks.read_only': isBlocked })
    await block(true)
    follow()
    await book.remove([{ source: 'second', rid: 'два' }])
    expect(await until(noteNow)).toContain('не принимает изменений')
    expect(await isFound()).toBe(true)
    expect((await book.look([keyStep('n:два')])).ids).toEqual([])
    expect((await book.engine.health()).behind).toBe(1)
    await block(false)
    await expectEqual('заблокирован')
  })

  test('is written again when somebody has taken its alias away', async () => {
    const name = await nameNow()
    await book.call('DELETE', `/${name}/_alias/${name}.w`)
    follow()
    await expectEqual('без псевдонима')
    expect(await nameNow()).toBe(name)
  })

  test('is rebuilt beside writes, goes on where it was killed, and takes the place of the old one', async () => {
    const { owner } = book
    await owner`INSERT INTO rec (id, src, batch, rid, doc, k, sur, subj)
      SELECT hashtextextended(n::text, 1), 1, 1, 'р' || n, '["р' || n || '"]', ARRAY[n, 5], n, '{}'
      FROM generate_series(1, ${RECORDS}::int) AS n`
    await owner`UPDATE source SET records = records + ${RECORDS} WHERE id = 1`
    const before = await nameNow()
    const cluster = openCluster({ elasticsearchUrl: [server] })
    const killed = new AbortController()
    const killing = { ...QUIET, onProgress: () => killed.abort(new Error('killed')) }
    await expect(rebuild(owner, cluster, killing, killed.signal)).rejects.toThrow('killed')
    const { building } = (await book.state()) ?? {}
    let isWriting = true
    const writing = (async () => {
      for (let at = 0; isWriting; at += 1) {
        await book.write([{ source: 'second', rid: `п${at % 40}`, keys: ['n:п', `n:${at}`] }])
        if (at % 3 === 0) await book.remove([{ source: 'second', rid: `п${(at * 7) % 40}` }])
        if (at % 5 === 0)
          await owner`UPDATE rec SET doc = '["иначе"]' WHERE id = hashtextextended(${String((at * 131) % RECORDS)}, 1)`
        if (!(await isFound())) throw new Error('a search found nothing beside the rebuild')
      }
    })()
    await book.engine.rebuild(QUIET)
    isWriting = false
    await writing
    await cluster.close()
    expect(await book.state()).toMatchObject({ name: building, building: null, leaving: [before] })
    // Until every process has followed.
    await Bun.sleep(FOLLOWED_MS)
    await book.engine.drop(before)
    await owner`UPDATE search_index SET leaving = '{}'`
    expect((await book.call('HEAD', `/${before}`).catch(() => ({ status: 404 }))).status).toBe(404)
    await book.follow()
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
    expect((await owner`SELECT name FROM record_follower`).length).toBe(1)
  })

  test('begins again when the table was written anew in the midst, and drops what was left', async () => {
    const cluster = openCluster({ elasticsearchUrl: [server] })
    const killed = new AbortController()
    const killing = { ...QUIET, onProgress: () => killed.abort(new Error('killed')) }
    await expect(rebuild(book.owner, cluster, killing, killed.signal)).rejects.toThrow('killed')
    await book.owner.unsafe('VACUUM FULL rec')
    await book.engine.rebuild(QUIET)
    const { leaving } = (await book.state()) ?? {}
    await Bun.sleep(FOLLOWED_MS)
    await book.engine.drop(leaving?.[0] ?? '')
    await book.owner`UPDATE search_index SET leaving = '{}'`
    await cluster.close()
    await book.follow()
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
    const name = await nameNow()
    const { body } = await book.call('GET', `/${name.slice(0, -9)}-*`)
    expect(Object.keys(body)).toEqual([name])
  })
})
