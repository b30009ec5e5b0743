import { describe, expect, test } from 'bun:test'
import { columnExamples } from '#api/features/indices/examples.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { NAMESAKE_COLUMNS, namesakeRows } from '#tests/kit/namesakes.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

const INDICES = '/api/auth/admin/es_indices'
let admin: Person
const app = startedApp(async app => {
  admin = await signedInAs(app, ROLE_ADMIN)
})

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const shown = async (name: string) => (await admin.get(`${INDICES}/${name}`)).body.index

describe('a source’s own page', () => {
  test('has no example that turns the text around it', async () => {
    const rows = [['1', 'П\u202eвор', '+7 973 100-00-10']]
    await loadSource(app, 'turned', { title: 'Т', kind: 'ordinary', columns: NAMESAKE_COLUMNS, rows })
    invalidateSourceCache(app)
    const { columns } = (await admin.get(`${INDICES}/turned/examples`)).body
    expect(columns[1].examples).toEqual(['П[знак направления U+202E]вор'])
  })

  test('tells columns with kinds, and three values of each that may be shown; audited', async () => {
    const rows = namesakeRows('Примеров', 5)
    await loadSource(app, 'columns', { title: 'К', kind: 'ordinary', columns: NAMESAKE_COLUMNS, rows })
    await suppress(app, { kind: 'phone', value: '9731000010' })
    invalidateSourceCache(app)
    expect((await shown('columns')).columns).toEqual([
      {
        label: 'Номер записи',
        kind: 'record_number',
        kind_title: 'Номер записи',
        party: null,
        party_title: null,
        is_shown: true
      },
      {
        label: 'Фамилия',
        kind: 'last_name',
        kind_title: 'Фамилия',
        party: 'self',
        party_title: 'сам человек',
        is_shown: true
      },
      {
        label: 'Телефон',
        kind: 'phone',
        kind_title: 'Телефон',
        party: 'self',
        party_title: 'сам человек',
        is_shown: true
      }
    ])
    const { columns } = (await admin.get(`${INDICES}/columns/examples`)).body
    expect(columns[1]).toEqual({ label: 'Фамилия', examples: ['Примеров'] })
    expect(columns[2].examples).toHaveLength(3)
    expect(columns[2].examples).not.toContain('+7 973 100-00-10')
    const audits = await app.database.owner`SELECT result_count, source_keys FROM audit_event
      WHERE action = 'source_examples' AND source_keys = '{columns}'`
    expect(audits).toEqual([{ result_count: 4, source_keys: ['columns'] }])
    await app.database.owner`UPDATE source SET fields = '{Фамилия}' WHERE key = 'columns'`
    invalidateSourceCache(app)
    const narrowed = (await admin.get(`${INDICES}/columns/examples`)).body.columns
    expect(narrowed).toEqual([{ label: 'Фамилия', examples: ['Примеров'] }])
    expect((await shown('columns')).columns[2].is_shown).toBe(false)
    await admin.post(`${INDICES}/columns/disable`)
    invalidateSourceCache(app)
    expect((await admin.get(`${INDICES}/columns/examples`)).body.columns).toEqual([])
  })

  test('has examples of columns that a later load alone brought', async () => {
    const rows = namesakeRows('Ранний', 40)
    await loadSource(app, 'later', { title: 'Л', kind: 'ordinary', columns: NAMESAKE_COLUMNS, rows })
    const columns = [...NAMESAKE_COLUMNS, { label: 'Город', kind: 'other' as const }]
    const later = {
      title: 'Л',
      kind: 'ordinary' as const,
      columns,
      rows: [['л1', 'Поздний', '', 'Тестовск']]
    }
    await loadSource(app, 'later', later)
    invalidateSourceCache(app)
    const shownOf = async () => (await admin.get(`${INDICES}/later/examples`)).body.columns
    expect((await shownOf()).at(-1)).toEqual({ label: 'Город', examples: ['Тестовск'] })
  })

  test('keeps the examples that were found where there is no time to look into a batch', async () => {
    const rows = namesakeRows('Найденный', 4).map(row => [...row, ''])
    const columns = [...NAMESAKE_COLUMNS, { label: 'Город', kind: 'other' as const }]
    await loadSource(app, 'hurried', { title: 'С', kind: 'ordinary', columns, rows })
    invalidateSourceCache(app)
    const { book } = app.context
    const batches: unknown[] = []
    const sample: typeof book.sample = async (...parameters) => {
      const batch = parameters[5]
      if (batch === undefined) return await book.sample(...parameters)
      batches.push(batch)
      return null
    }
    const hurried = { ...app.context, book: { ...book, sample } }
    const [actor] = await app.database.owner`SELECT id AS "actorId", NULL AS "ipPrefix" FROM users LIMIT 1`
    const examples = await columnExamples(hurried, 'hurried', {
      actor,
      isMasked: false,
      signal: AbortSignal.timeout(5_000)
    })
    expect(batches).toHaveLength(1)
    expect(examples.slice(1, 2)).toEqual([{ label: 'Фамилия', examples: ['Найденный'] }])
    expect(examples.at(-1)).toEqual({ label: 'Город', examples: [] })
  })

  test('lists batches, says what undoing one would do, and undoes it', async () => {
    const source = {
      title: 'П',
      kind: 'ordinary' as const,
      columns: NAMESAKE_COLUMNS,
      rows: namesakeRows('Партийный', 4)
    }
    const first = await loadSource(app, 'batches', source)
    const second = await loadSource(app, 'batches', {
      ...source,
      rows: [...namesakeRows('Партийный', 2), ['2', 'Поправлен', '+7 973 100-00-12'], ['9', 'Партийный', '']]
    })
    const { batches } = await shown('batches')
    expect(
      batches.map(({ id, state, stored, added, changed, same }: Record<string, unknown>) => [
        id,
        state,
        stored,
        added,
        changed,
        same
      ])
    ).toEqual([
      [second, 'done', 4, 1, 1, 2],
      [first, 'done', 4, 4, 0, 0]
    ])
    const path = `${INDICES}/batches/batches/${second}/undo`
    const removal = { removed: 1, restored: 1, kept: 2 }
    expect((await admin.get(path)).body).toEqual({ ok: true, removal })
    const answers = await Promise.all([admin.post(path), admin.post(path)])
    for (const answer of answers) expect(answer.body).toEqual({ ok: true, removal })
    expect((await shown('batches')).batches[0].state).toBe('undone')
    expect((await shown('batches')).records).toBe(4)
    expect(codeOf(await admin.post(path))).toEqual([409, 'BATCH_UNDONE'])
    expect(await actsOf(app, admin, 'batch_undo')).toMatchObject([
      { batch: second, before: { added: 1, changed: 1 }, after: { state: 'undone' } }
    ])
    const elsewhere = `${INDICES}/columns/batches/${first}/undo`
    expect(codeOf(await admin.post(elsewhere))).toEqual([404, 'NOT_FOUND'])
  })

  test('shows a removal that was interrupted, which jobs end', async () => {
    const source = {
      title: 'О',
      kind: 'ordinary' as const,
      columns: NAMESAKE_COLUMNS,
      rows: namesakeRows('Оборванный', 3)
    }
    const batch = await loadSource(app, 'broken', source)
    await app.database
      .owner`UPDATE import_batch SET state = 'undone' , finished_at = NULL WHERE id = ${batch}`
    expect((await shown('broken')).batches[0].state).toBe('undoing')
    await withJobs(app, async () => (await shown('broken')).batches[0].state === 'undone')
    expect((await shown('broken')).records).toBe(0)
  })
})
