import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import type { Candidate, Listing, Lookup, SearchPolicy } from '#api/engines/contract.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { planOf, searchIn } from '#tests/kit/search-in.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

const NEVER = new AbortController().signal
const IN_TIME_MS = 5_000
const NOTES = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const rowsOf = (surname: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${surname}-${at}`, surname, `+7 973 100-00-${10 + (at % 80)}`])

describe.each(EVERY_ENGINE)('the engine %s', (name, openRecords) => {
  let app: TestApp
  let batchId: number

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await app.context.engine.open()
    await loadPeople(app)
    await loadSource(app, 'many', {
      title: 'Много',
      kind: 'ordinary',
      columns: NOTES,
      rows: rowsOf('Широкин', 30)
    })
    await loadSource(app, 'notes', {
      title: 'Заметки',
      kind: 'ordinary',
      columns: [
        { label: 'Номер записи', kind: 'record_number' },
        { label: 'Примечание', kind: 'other' }
      ],
      rows: Array.from({ length: 40 }, (_, at) => [`${at}`, at % 2 === 0 ? 'просто слово' : 'иное'])
    })
    batchId = await loadSource(app, 'undone', {
      title: 'Отозванный',
      kind: 'ordinary',
      columns: NOTES,
      rows: rowsOf('Отозванов', 3)
    })
  })
  afterAll(() => app.stop())

  const policyNow = async () => (await app.context.sources.current()).policy
  const surnameStep = (line: string): PlanStep => {
    const step = planOf(line).steps.find(({ surname }) => surname !== undefined)
    if (!step) throw new Error('not a surname')
    return step
  }
  const look = async (lookups: Lookup[], change = (policy: SearchPolicy) => policy) =>
    await app.context.engine.look(lookups, change(await policyNow()), IN_TIME_MS, NEVER)
  const lookupOf = (step: PlanStep, perSource = 100, total = 500): Lookup => ({
    steps: [step],
    limits: { perSource, total }
  })
  const identifierStep = (line: string): PlanStep => {
    const [step] = planOf(line).steps
    if (!step) throw new Error('nothing to look up')
    return step
  }

  test('answers each look-up by itself, in their order', async () => {
    const { answers, failed, tookUs } = await look([
      lookupOf(surnameStep('Широкин')),
      lookupOf(identifierStep('+7 973 204-17-40')),
      lookupOf(surnameStep('Небывальцев'))
    ])
    expect(answers.map(({ candidates }) => candidates.length > 0)).toEqual([true, true, false])
    expect(answers[0]?.candidates.every(({ source }) => source === 'many')).toBe(true)
    expect(failed.size).toBe(0)
    expect([...tookUs.keys()]).toContain('many')
  })

  test('gives a record its own labels in their order', async () => {
    const { answers } = await look([lookupOf(identifierStep('+7 973 204-17-40'))])
    const registry = answers[0]?.candidates.find(({ record_id }) => record_id === 'kit_registry:1')
    expect(Object.keys(registry?.fields ?? {}).slice(0, 4)).toEqual([
      'Номер записи',
      'Фамилия',
      'Имя',
      'Отчество'
    ])
  })

  test('keeps the limit per source and says that there are more', async () => {
    const { answers } = await look([lookupOf(surnameStep('Широкин'), 7)])
    expect(answers[0]?.candidates).toHaveLength(7)
    expect([...(answers[0]?.more ?? [])]).toEqual(['many'])
  })

  test('says nothing of more where there is none', async () => {
    const { answers } = await look([lookupOf(surnameStep('Широкин'), 30)])
    expect(answers[0]?.candidates).toHaveLength(30)
    expect([...(answers[0]?.more ?? [])]).toEqual([])
  })

  test('looks only into sources that the policy allows', async () => {
    const without = (policy: SearchPolicy): SearchPolicy => ({
      ...policy,
      sources: new Map([...policy.sources].filter(([key]) => key !== 'many'))
    })
    const { answers } = await look([lookupOf(surnameStep('Широкин'))], without)
    expect(answers[0]?.candidates).toEqual([])
  })

  test('reads subject keys only where the policy suppresses somebody, and finds the same', async () => {
    const lookups = [lookupOf(identifierStep('+7 973 204-17-40'))]
    const plain = (await look(lookups)).answers[0]?.candidates ?? []
    const keyed = (await look(lookups, policy => ({ ...policy, suppressedKeys: new Set(['0']) }))).answers[0]
      ?.candidates
    expect(keyed?.some(({ subjectKeys }) => subjectKeys?.length)).toBe(true)
    expect(plain).toEqual((keyed ?? []).map(candidate => ({ ...candidate, subjectKeys: null })))
  })

  test('throws without a policy, and rejects with the reason of a caller who left', async () => {
    const lookups = [lookupOf(surnameStep('Широкин'))]
    const { engine } = app.context
    const lawless = engine.look(lookups, undefined as unknown as SearchPolicy, IN_TIME_MS, NEVER)
    await expect(lawless).rejects.toThrow('policy')
    const left = engine.look(lookups, await policyNow(), IN_TIME_MS, AbortSignal.abort(new Error('left')))
    await expect(left).rejects.toThrow('left')
  })

  test('counts exactly up to the cap', async () => {
    const count = async (cap: number) =>
      (
        await app.context.engine.count([surnameStep('Широкин')], await policyNow(), cap, IN_TIME_MS, NEVER)
      )?.get('many')
    expect([await count(1_000), await count(30), await count(29)]).toEqual([30, 30, 29])
  })

  const all: Listing = {
    steps: [],
    earlier: [],
    skipped: [],
    after: null,
    limit: 7
  }
  const numberIn = ({ record_id }: Candidate) => recordNumber(record_id)
  const list = async (listing: Partial<Listing>, change = (policy: SearchPolicy) => policy) =>
    (await app.context.engine.list({ ...all, ...listing }, change(await policyNow()), IN_TIME_MS, NEVER)) ??
    []
  const phoneStep = identifierStep('+7 973 100-00-12')
  const wordSteps = () => planOf('«Слово»').steps

  test('counts each record once, whatever number of steps it matches', async () => {
    const steps = [surnameStep('Широкин'), phoneStep, { ...phoneStep, form: 'part' as const }]
    const counts = await app.context.engine.count(steps, await policyNow(), 100, IN_TIME_MS, NEVER)
    expect(counts?.get('many')).toBe(30)
    const numbers = await app.context.engine.count([phoneStep], await policyNow(), 100, IN_TIME_MS, NEVER)
    expect([numbers?.get('many'), numbers?.get('kit_registry')]).toEqual([1, 0])
  })

  test.each([
    ['a surname', () => [surnameStep('Широкин')]],
    ['a surname and a number', () => [surnameStep('Широкин'), phoneStep]],
    ['words', wordSteps]
  ])('lists the records of %s page by page: all of them, each once, in one order', async (_what, stepsOf) => {
    const steps = stepsOf()
    const whole = await list({ steps, limit: 500 })
    const numbers = whole.map(numberIn)
    expect(whole.length).toBeGreaterThan(7)
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)))
    const paged: string[] = []
    for (let after: bigint | null = null; ; ) {
      const page: Candidate[] = await list({ steps, after })
      paged.push(...page.map(({ record_id }) => record_id))
      const last = page.at(-1)
      if (!last || page.length < 7) break
      after = numberIn(last)
    }
    expect(paged).toEqual(whole.map(({ record_id }) => record_id))
    const counts = await app.context.engine.count(steps, await policyNow(), 500, IN_TIME_MS, NEVER)
    expect([...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0)).toBe(whole.length)
  })

  test('lists nothing that was shown or belongs to an earlier step', async () => {
    const steps = [surnameStep('Широкин')]
    const whole = await list({ steps, limit: 500 })
    const skipped = whole.slice(0, 10).map(numberIn)
    expect(await list({ steps, skipped, limit: 500 })).toEqual(whole.slice(10))
    expect(await list({ steps, earlier: [phoneStep], limit: 500 })).toHaveLength(29)
    expect(await list({ steps, earlier: steps, limit: 500 })).toEqual([])
  })

  test('reads records by their numbers, as far as the policy allows', async () => {
    const numbers = (await list({ steps: [surnameStep('Широкин')], limit: 3 })).map(numberIn)
    const { book } = app.context
    const policy = await policyNow()
    const read = await book.read([...numbers, 1n], policy, IN_TIME_MS, NEVER)
    expect(read?.map(numberIn).sort()).toEqual(numbers.toSorted())
    const subjects = await book.readSubjects([...numbers, 1n], policy, IN_TIME_MS, NEVER)
    const expected = read?.map(record => [String(numberIn(record)), record.source, record.subjectKeys])
    const subjectRows = subjects?.map(({ number, source, subjectKeys }) => [number, source, subjectKeys])
    expect(subjectRows?.sort()).toEqual(expected?.sort())
    const none = { ...policy, sources: new Map() }
    expect(await book.read(numbers, none, IN_TIME_MS, NEVER)).toEqual([])
    expect(await book.readSubjects(numbers, none, IN_TIME_MS, NEVER)).toEqual([])
  })

  test('samples records of one source, as far as the policy allows', async () => {
    const { book } = app.context
    const policy = await policyNow()
    const some = await book.sample('many', 5, policy, IN_TIME_MS, NEVER)
    expect(some?.map(({ source }) => source)).toEqual(Array(5).fill('many'))
    expect(new Set(some?.map(({ record_id }) => record_id)).size).toBe(5)
    expect(Object.keys(some?.[0]?.fields ?? {})).toEqual(['Номер записи', 'Фамилия', 'Телефон'])
    expect(await book.sample('many', 500, policy, IN_TIME_MS, NEVER)).toHaveLength(30)
    expect(await book.sample('many', 5, { ...policy, sources: new Map() }, IN_TIME_MS, NEVER)).toEqual([])
    const ofBatch = (source: string) => book.sample(source, 5, policy, IN_TIME_MS, NEVER, batchId)
    expect(await ofBatch('undone')).toHaveLength(3)
    expect(await ofBatch('many')).toEqual([])
  })

  test('knows the spellings near a word', async () => {
    const spellings = await app.context.engine.spellings(['широктн'], IN_TIME_MS, NEVER)
    expect(spellings?.map(({ spelling }) => spelling)).toContain('широкин')
  })

  test('stores a record again without changing anything', async () => {
    const recordsOf = async () => (await app.context.sources.current()).sources.get('many')?.records
    await loadSource(app, 'many', {
      title: 'Много',
      kind: 'ordinary',
      columns: NOTES,
      rows: rowsOf('Широкин', 30)
    })
    invalidateSourceCache(app)
    expect(await recordsOf()).toBe(30)
    const { answers } = await look([lookupOf(surnameStep('Широкин'))])
    expect(answers[0]?.candidates).toHaveLength(30)
  })

  test('leaves out who is suppressed: they take no place, add no more and change no further question', async () => {
    const { owner } = app.database
    const hidden = '9731000010'
    const token = subjectToken(app.context.hashes.suppress, { kind: 'phone', value: hidden })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
    invalidateSourceCache(app)
    try {
      const { answers } = await look([lookupOf(surnameStep('Широкин'), 29)])
      expect(answers[0]?.candidates).toHaveLength(29)
      expect([...(answers[0]?.more ?? [])]).toEqual([])
      expect(answers[0]?.candidates.map(({ record_id }) => record_id)).not.toContain('many:Широкин-0')
      for (const limit of [1, 10, 28]) {
        const [fewer] = (await look([lookupOf(surnameStep('Широкин'), limit)])).answers
        expect([limit, fewer?.candidates.length, [...(fewer?.more ?? [])]]).toEqual([limit, limit, ['many']])
      }
      const { book, engine } = app.context
      const counts = await engine.count([surnameStep('Широкин')], await policyNow(), 100, IN_TIME_MS, NEVER)
      expect(counts?.get('many')).toBe(29)
      const listed = await list({ steps: [surnameStep('Широкин')], limit: 100 })
      expect(listed.map(({ record_id }) => record_id)).not.toContain('many:Широкин-0')
      expect(listed).toHaveLength(29)
      const read = await book.read([recordNumber('many:Широкин-0')], await policyNow(), IN_TIME_MS, NEVER)
      expect(read).toEqual([])
      const sample = await book.sample('many', 100, await policyNow(), IN_TIME_MS, NEVER)
      expect(sample?.map(({ record_id }) => record_id)).not.toContain('many:Широкин-0')
      expect(sample).toHaveLength(29)
      const suppressed = await searchIn(app, `+7${hidden}`)
      const unknown = await searchIn(app, '+7 973 999-99-10')
      const { tookUs: _s, until: _su, stages: _sa, ...ofSuppressed } = suppressed
      const { tookUs: _u, until: _uu, stages: _ua, ...ofUnknown } = unknown
      expect(ofSuppressed).toEqual(ofUnknown)
    } finally {
      await owner`DELETE FROM suppression WHERE token = ${token}`
      invalidateSourceCache(app)
    }
  })

  test('removes what a batch brought, once, and books it', async () => {
    const remove = () => app.context.book.removeBatch(batchId, bookRemoved, () => {})
    expect([(await remove()).removed, (await remove()).removed]).toEqual([3, 0])
    const { answers } = await look([lookupOf(surnameStep('Отозванов'))])
    expect(answers[0]?.candidates).toEqual([])
    const [row] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = 'undone'`
    expect(row.records).toBe(0)
  })

  test('is the one that answers, and says that it can be asked', async () => {
    expect(app.context.engine.name).toBe(name)
    expect(await app.context.engine.health()).toMatchObject({ ok: true })
  })
})
