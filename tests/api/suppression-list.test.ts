import { describe, expect, test } from 'bun:test'
import type { SQL } from 'bun'
import { createAnswerer } from '#api/features/search/answerer.ts'
import { performSearch } from '#api/features/search/service.ts'
import { createSources } from '#api/features/sources/service.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { forgetSubjects } from '#tests/kit/stored-records.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'

let client: Person

const column = (label: string, kind: 'record_number' | 'full_name' | 'phone' | 'other') => ({ label, kind })
/** Олег has a telephone that nobody has put on the list; the remark about Лев has his own. */
const NOTES = {
  title: 'Заметки',
  kind: 'ordinary' as const,
  columns: [column('Номер', 'record_number'), column('Кто', 'full_name'), column('Заметка', 'other')],
  rows: [
    ['1', 'Приметов Лев Ильич', 'звонить 8 (975) 111-22-33, писать lev.primetov@example.com'],
    ['2', 'Приметов Олег Ильич', 'брат']
  ]
}

const app = startedApp(async app => {
  await loadPeople(app)
  await loadSource(app, 'notes', NOTES)
  client = await signedInAs(app, ROLE_INFINITY)
})

const search = async (query: string): Promise<SearchAnswer> =>
  (await client.post('/api/search/perform', { query })).body
const idsOf = async (query: string) => Object.keys((await search(query)).matches).sort()

async function lift(): Promise<void> {
  await app.database.owner`DELETE FROM suppression`
  invalidateSourceCache(app)
}

describe('the list', () => {
  /** Counts the statements that read all entries. */
  function countingReads(sql: SQL): { sql: SQL; reads: () => number } {
    let reads = 0
    const counting = new Proxy(sql, {
      apply(target, self, [strings, ...values]) {
        if (strings.join('').includes('string_agg')) reads += 1
        return Reflect.apply(target, self, [strings, ...values])
      }
    })
    return { sql: counting, reads: () => reads }
  }

  test('is read when it changed: an entry made, changed, expired or lifted, and at no other time', async () => {
    const { owner, app: sql } = app.database
    const { sql: counted, reads } = countingReads(sql)
    const sources = createSources(counted, app.context.hashes.suppress)
    const policyLater = async () => {
      sources.forget()
      return (await sources.current()).policy
    }
    const first = (await sources.current()).policy
    expect([first.suppressedKeys, await policyLater(), reads()]).toEqual([null, first, 1])

    await suppress(app, { kind: 'phone', value: '9730001122' })
    const entered = await policyLater()
    const key = entered.subjectKey({ kind: 'phone', value: '9730001122' })
    const other = entered.subjectKey({ kind: 'phone', value: '9730001123' })
    expect([entered.suppressedKeys?.has(key), entered.suppressedKeys?.has(other), reads()]).toEqual([
      true,
      false,
      2
    ])
    expect([(await policyLater()) === entered, reads()]).toEqual([true, 2])

    await owner`UPDATE suppression SET expires_at = now() + interval '5 seconds'`
    const dated = await policyLater()
    expect([dated.suppressedKeys?.has(key), reads()]).toEqual([true, 3])
    const expired = await until(policyLater, ({ suppressedKeys }) => suppressedKeys === null)
    expect([expired.suppressedKeys, expired.version !== dated.version, reads()]).toEqual([null, true, 4])

    await owner`UPDATE suppression SET expires_at = NULL, state = 'lifted'`
    expect([(await policyLater()).suppressedKeys, reads()]).toEqual([null, 5])
    await lift()
    expect([(await policyLater()).suppressedKeys, reads()]).toEqual([null, 6])
  })
})

describe('an answer', () => {
  test('that a thread found under an older list is not given again under the new one', async () => {
    const stale = await app.context.sources.current()
    const { context } = app
    const { book, engine, external, numbering, statistics, tracing } = context
    const parts = { book, engine, external, numbering, statistics, tracing, auditHash: context.hashes.audit }
    const behind = createAnswerer({ ...parts, sources: { current: async () => stale } })
    const { id, role } = client.user
    const asker = { userId: id, role, requestsCount: 5, address: null, isApi: false, knowsKey: false }
    const caller = {
      ...asker,
      clientKey: null,
      signal: AbortSignal.timeout(10_000)
    }
    await suppress(app, { kind: 'phone', value: '9732041740' })
    invalidateSourceCache(app)
    try {
      const late = { ...context, search: { ...context.search, answer: behind } }
      const answer = answerIn(
        await performSearch(late, caller, { line: 'Иванов Иван Иванович', chosen: null })
      )
      const again = answerIn(
        await performSearch(context, caller, { line: 'Иванов Иван Иванович', chosen: null })
      )
      expect(answer.matches).toHaveProperty('kit_registry:1')
      expect(again.matches).not.toHaveProperty('kit_registry:1')
    } finally {
      await lift()
    }
  })

  test.each([
    ['phone', '9751112233'],
    ['email', 'lev.primetov@example.com']
  ] as const)('has nobody whose %s on the list stands in running text', async (kind, value) => {
    expect(await idsOf('Приметов')).toEqual(['notes:1', 'notes:2'])
    await suppress(app, { kind, value })
    invalidateSourceCache(app)
    try {
      expect(await idsOf('Приметов')).toEqual(['notes:2'])
      expect(await idsOf('Приметов Лев Ильич')).toEqual([])
      expect(await idsOf(value)).toEqual([])
    } finally {
      await lift()
    }
  })
})

describe('an identifier on the list', () => {
  /** As if records had been stored that do not tell whom they are about: the line alone decides. */
  test('finds nothing by itself, and the rest of the line is searched as beside an unknown value', async () => {
    await forgetSubjects(app)
    const both = '+7 974 318-60-22'
    expect(await idsOf(both)).toEqual(['kit_phones:2', 'kit_phones:3', 'kit_registry:2'])
    expect(await idsOf(`Петров Пётр Петрович ${both}`)).toContain('kit_phones:2')
    expect(await idsOf('звонить 8 (975) 111-22-33')).toEqual(['notes:1'])
    await suppress(
      app,
      { kind: 'phone', value: '9743186022' },
      { kind: 'phone', value: '9751112233' },
      { kind: 'email', value: 'anna@example.com' },
      { kind: 'snils', value: '11147392530' },
      { kind: 'inn', value: '001204175650' },
      { kind: 'passport', value: '0012345678' }
    )
    invalidateSourceCache(app)
    try {
      const values = ['anna@example.com', '111-473-925 30', 'ИНН 001204175650', 'паспорт 00 12 345678']
      for (const line of [both, '9743186022', ...values, 'звонить 8 (975) 111-22-33'])
        expect([line, await idsOf(line)]).toEqual([line, []])
      // A name beside it finds what it finds beside a number that nobody has.
      const beside = async (phone: string) => {
        const { matches, results_by_source } = await search(`Сидорова Анна Павловна ${phone}, 79732041740`)
        return { found: Object.keys(matches), sources: Object.keys(results_by_source) }
      }
      const neighbours = await beside(both)
      expect(neighbours.found).toContain('kit_phones:1')
      expect(neighbours).toEqual(await beside('+7 974 318-60-27'))
    } finally {
      await lift()
    }
  })
})
