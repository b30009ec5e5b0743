import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openCluster } from '#api/engines/cluster/cluster.ts'
import { createTombstonePurge } from '#api/engines/elastic/tombstones.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import {
  type IndexedBook,
  keyStep,
  type MadeRecord,
  NO_DIFFERENCE,
  numberOf,
  openIndexedBook,
  surnameStep
} from '#tests/kit/elastic/indexed-book.ts'

const recordIn = (source: string, rid: string, more: Partial<MadeRecord> = {}): MadeRecord => ({
  source,
  rid,
  keys: ['t:общий', `n:${rid}`],
  ...more
})
const many = (source: string, count: number, more: Partial<MadeRecord> = {}) =>
  Array.from({ length: count }, (_, at) => recordIn(source, String(at), more))

describeElastic('an index of the book', server => {
  let book: IndexedBook
  beforeAll(async () => {
    book = await openIndexedBook(server)
  })
  afterAll(() => book.close())

  test('finds what is in the book, by keys and surnames, with its values', async () => {
    await book.write([recordIn('first', 'а', { surname: 'грузов', values: ['а', 'она "сама"\n\ud800'] })])
    await book.follow()
    const { candidates, failed } = await book.look([keyStep('t:общий', 'n:а')])
    expect(failed).toEqual([])
    expect(candidates).toEqual([
      {
        record_id: 'first:а',
        source: 'first',
        fields: expect.objectContaining({ Номер: 'а', Примечание: 'она "сама"\n\ud800' }),
        subjectKeys: null
      }
    ])
    expect((await book.look([surnameStep('грузов')])).ids).toEqual(['first:а'])
    expect((await book.look([keyStep('n:б')])).ids).toEqual([])
    expect((await book.look([keyStep('n:а')], book.policyOf([], ['second']))).ids).toEqual([])
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
  })

  test('forgets in time that a record was removed, and nothing that came again', async () => {
    const { owner } = book
    const client = await openCluster({ elasticsearchUrl: [server] }).client()
    const name = (await book.state())?.name ?? ''
    const tombstones = async () => {
      await client.indices.refresh({ index: name })
      return (await client.count({ index: name, query: { exists: { field: 'gone' } } })).count
    }
    const purge = createTombstonePurge(0)
    await book.write([recordIn('first', 'ы'), recordIn('first', 'э')])
    await book.follow()
    await book.remove([recordIn('first', 'ы'), recordIn('first', 'э')])
    await book.follow()
    await book.write([recordIn('first', 'э')])
    expect(await tombstones()).toBe(2)
    await purge(owner, client, name)
    await book.follow()
    expect(await tombstones()).toBe(1)
    await purge(owner, client, name)
    expect(await tombstones()).toBe(0)
    expect((await book.look([keyStep('n:ы'), keyStep('n:э')])).ids).toEqual(['first:э'])
    await book.write([recordIn('first', 'ы')])
    await book.follow()
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
  })

  test('shows what has changed since as the book has it, and nothing that is gone', async () => {
    await book.write([recordIn('first', 'в'), recordIn('first', 'г'), recordIn('second', 'д')])
    await book.follow()
    await book.write([recordIn('first', 'в', { values: ['в', 'новое'] })])
    await book.remove([recordIn('first', 'г')])
    await book.write([recordIn('second', 'е')])
    const steps = [keyStep('n:в'), keyStep('n:г'), keyStep('n:д'), keyStep('n:е')]
    const { ids, candidates } = await book.look(steps)
    expect(ids).toEqual(['first:в', 'second:д'])
    expect(candidates.find(({ record_id }) => record_id === 'first:в')?.fields.Примечание).toBe('новое')
    // Sources of which the index lacks something are not counted.
    expect(await book.count(steps)).toEqual(new Map())
    expect((await book.list(steps, 9))?.map(({ record_id }) => record_id).sort()).toEqual([
      'first:в',
      'second:д'
    ])
    expect((await book.engine.health()).behind).toBe(3)
    await book.follow()
    expect((await book.look(steps)).ids).toEqual(['first:в', 'second:д', 'second:е'])
    expect(await book.count(steps)).toEqual(
      new Map([
        ['first', 1],
        ['second', 2]
      ])
    )
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
  })

  test('leaves nobody suppressed a place, also one whom only the book knows to be', async () => {
    const [SUPPRESSED, OTHER] = [77n, -78n]
    const keys = ['t:скрытый']
    const records = many('first', 130, { keys }).map((record, at) => ({
      ...record,
      rid: `с${at}`,
      subjects: [at < 120 ? SUPPRESSED : OTHER]
    }))
    await book.write(records)
    await book.owner`INSERT INTO suppression (token, prefix, kind, class) VALUES ('\\x01', ${String(SUPPRESSED)}, 'k', 'c')`
    await book.follow()
    const policy = book.policyOf([SUPPRESSED])
    const limits = { perSource: 5, total: 9 }
    const shown = await book.look([keyStep(...keys)], policy, limits)
    expect([shown.candidates.length, shown.more]).toEqual([5, ['first']])
    expect(shown.candidates.every(({ subjectKeys }) => subjectKeys?.[0] === String(OTHER))).toBe(true)
    expect(await book.count([keyStep(...keys)], policy)).toEqual(
      new Map([
        ['first', 10],
        ['second', 0]
      ])
    )
    const listed = (await book.list([keyStep(...keys)], 50, null, policy)) ?? []
    expect(listed.length).toBe(10)
    // The index does not know it yet.
    await book.write([{ ...(records[125] as MadeRecord), subjects: [SUPPRESSED] }])
    expect((await book.list([keyStep(...keys)], 50, null, policy))?.length).toBe(9)
    await book.owner`DELETE FROM suppression`
    await book.follow()
  })

  test('fills the places of every source, in the order of numbers from page to page', async () => {
    const keys = ['t:много']
    const records = ['first', 'second'].flatMap(source =>
      Array.from({ length: source === 'first' ? 400 : 7 }, (_, at) => ({ source, rid: `м${at}`, keys }))
    )
    await book.write(records)
    await book.follow()
    const { candidates, more } = await book.look([keyStep(...keys)], undefined, { perSource: 50, total: 60 })
    expect(candidates.filter(({ source }) => source === 'first').length).toBe(50)
    expect([candidates.filter(({ source }) => source === 'second').length, more]).toEqual([7, ['first']])
    const numbers: bigint[] = []
    for (let after: bigint | null = null; ; ) {
      const page: { record_id: string }[] = (await book.list([keyStep(...keys)], 60, after)) ?? []
      for (const { record_id } of page) {
        const [source = '', rid = ''] = record_id.split(':')
        numbers.push(BigInt(numberOf({ source, rid })))
      }
      after = numbers.at(-1) ?? null
      if (page.length < 60) break
    }
    expect(numbers).toEqual(records.map(record => BigInt(numberOf(record))).sort((a, b) => (a < b ? -1 : 1)))
    expect(await book.count([keyStep(...keys)], undefined, 100)).toEqual(
      new Map([
        ['first', 100],
        ['second', 7]
      ])
    )
  })

  test('says which records to read, and the book what they are', async () => {
    const { name } = (await book.state()) ?? {}
    const written = recordIn('second', 'ж', { values: ['ж', 'как в базе'] })
    await book.write([written])
    await book.follow()
    const number = numberOf(written)
    const { body } = await book.call('GET', `/${name}/_doc/${number}`)
    // Somebody writes a person into it who is nowhere else, and another value beside the one of the book.
    await book.call('PUT', `/${name}/_doc/4711`, {
      ...body._source,
      n: '4711',
      d: { r: 'ж', v: '["ж","чужое"]' }
    })
    await book.call('PUT', `/${name}/_doc/${number}`, { ...body._source, d: { r: 'ж', v: '["ж","чужое"]' } })
    await book.call('POST', `/${name}/_refresh`)
    const { candidates } = await book.look([keyStep('n:ж')])
    expect(candidates.map(({ fields }) => fields.Примечание)).toEqual(['как в базе'])
    expect(await book.differences()).toMatchObject({ other: 1, surplus: 1 })
    await book.engine.rebuild({ onProgress: () => {}, report: () => {} })
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
  })

  test('says what differs', async () => {
    const [one, two, three] = many('first', 3).map(record => ({ ...record, rid: `р${record.rid}` })) as [
      MadeRecord,
      MadeRecord,
      MadeRecord
    ]
    await book.write([one, two, three])
    await book.follow()
    const { name } = (await book.state()) ?? {}
    await book.call('DELETE', `/${name}/_doc/${numberOf(one)}`)
    await book.call('PUT', `/${name}/_doc/${numberOf(two)}`, { src: '1', n: '5', k: [], subj: [] })
    await book.call('PUT', `/${name}/_doc/12345`, { src: '1', n: '12345', k: [], subj: [] })
    await book.call('POST', `/${name}/_refresh`)
    expect(await book.differences()).toMatchObject({ lacking: 1, other: 1, surplus: 1 })
    expect(await book.engine.check?.({ all: false })).toMatchObject({ lacking: 1, other: 1, surplus: 1 })
    await book.engine.rebuild({ onProgress: () => {}, report: () => {} })
    expect(await book.differences()).toEqual(NO_DIFFERENCE)
  })
})
