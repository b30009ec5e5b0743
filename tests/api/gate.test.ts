import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { createSources } from '#api/features/sources/service.ts'
import { hash64, recordNumber } from '#api/lib/hash64.ts'
import { makeOlder, raiseRule } from '#tests/kit/older-rule.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { suppress } from '#tests/kit/suppress.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
})
afterAll(() => app.stop())

/** A policy under which somebody is suppressed, though nobody who is found. */
const suppressing = (policy: SearchPolicy): SearchPolicy => ({ ...policy, suppressedKeys: new Set(['0']) })
const policyNow = async () => (await app.context.sources.current()).policy

describe('hashed keys', () => {
  test('keep their values, or every stored index would silently be empty', () => {
    expect(hash64('phone:79732041740')).toBe(5852526452402768621n)
    expect(hash64('3:иван иванов иванович')).toBe(3285409784765962412n)
    expect(recordNumber('kit_registry:1')).toBe(-222009657100645730n)
  })
})

describe('a search that nobody waits for', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await startOnPostgres()
    await loadPeople(own)
  })
  afterAll(() => own.stop())

  test('is stopped in Postgres when the client leaves', async () => {
    const leave = new AbortController()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const lock = own.database.owner.begin(async tx => {
      await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
      onLocked()
      await released
    })
    await locked
    const searching = searchIn(own, 'Иванов Иван', { signal: leave.signal })
    const waits = async () => {
      const [row] = await own.database.owner<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'sverka-search-%' AND state = 'active'`
      return row?.n ?? 0
    }
    while ((await waits()) === 0) await Bun.sleep(5)
    leave.abort(new Error('left'))
    await expect(searching).rejects.toThrow('left')
    expect(await waits()).toBe(0)
    release()
    await lock
  })

  test('does not keep the next one from being answered', async () => {
    expect((await searchIn(own, 'Иванов Иван')).candidates.length).toBeGreaterThan(0)
  })
})

describe('the gate', () => {
  test('drops a source without a passport even when an engine returned it', async () => {
    const policy = await policyNow()
    const { candidates } = await searchIn(app, 'Иванов Иван Иванович')
    const smuggled = candidates.map(candidate => ({ ...candidate, source: 'kit_undeclared' }))
    expect(passGate(smuggled, policy)).toEqual([])
  })

  test('drops a person on the suppression list', async () => {
    const policy = await policyNow()
    const { candidates } = await searchIn(app, 'Иванов Иван Иванович', { change: suppressing })
    const ofThem = new Set(candidates.flatMap(candidate => candidate.subjectKeys ?? []))
    expect(ofThem.size).toBeGreaterThan(0)
    const passed = passGate(candidates, {
      ...policy,
      suppressedKeys: ofThem
    })
    expect(passed.filter(candidate => candidate.subjectKeys?.length !== 0)).toEqual([])
  })

  test.each([
    ['phone', '9732041740'],
    ['snils', '00000000000']
  ])('drops who has a suppression of a %s and nobody else', async (kind, value) => {
    // Found before the engine knew of the suppression.
    const { candidates } = await searchIn(app, '79732041740', { change: suppressing })
    expect(candidates.length).toBeGreaterThan(0)
    const { owner } = app.database
    const token = subjectToken(app.context.hashes.suppress, { kind, value })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, ${kind}, 'objection')`
    try {
      // As another process, which reads the list anew.
      const { policy } = await createSources(app.database.app, app.context.hashes.suppress).current()
      expect(passGate(candidates, policy).length).toBe(kind === 'phone' ? 0 : candidates.length)
      const later = await searchIn(app, '79732041740', { change: () => policy })
      expect(later.candidates.length > 0).toBe(kind !== 'phone')
    } finally {
      await owner`DELETE FROM suppression WHERE token = ${token}`
    }
  })

  // Neither is told by the row alone: its phones are the firm's, and its first given name is the only one.
  test.each([
    ['a phone of a row about a firm', { kind: 'phone' as const, value: '9731004455' }],
    ['a name in parts', { kind: 'name_dob' as const, value: 'тихомиров остап 1971-05-02' }]
  ])(
    'drops whom only the chosen owner of a column tells, by what is stored and by fields: %s',
    async (_what, subject) => {
      const own = await startApp()
      const { app: sql, owner } = own.database
      const columns = [
        { label: '№', kind: 'record_number' as const },
        { label: 'Фирма', kind: 'organization' as const },
        { label: 'ОГРН', kind: 'ogrn' as const },
        { label: 'Связь', kind: 'phone' as const, party: 'head' as const },
        { label: 'Ф', kind: 'last_name' as const },
        { label: 'И', kind: 'first_name' as const },
        { label: 'Вторая Ф', kind: 'last_name' as const, party: 'spouse' as const },
        { label: 'Второе И', kind: 'first_name' as const, party: 'spouse' as const },
        { label: 'Второй ДР', kind: 'birth_date' as const, party: 'spouse' as const }
      ]
      const rows = [
        ['1', 'ООО «Заречье»', '0020000000018', '+7 973 100-44-55', '', '', '', '', ''],
        ['2', '', '', '', 'Заречьев', 'Марк', 'Тихомиров', 'Остап', '02.05.1971']
      ]
      await loadSource(own, 'chosen', { title: 'Выбранные', kind: 'ordinary', columns, rows })
      const row = subject.kind === 'phone' ? 'chosen:1' : 'chosen:2'
      const line = subject.kind === 'phone' ? 'ООО Заречье' : 'Заречьев Марк'
      const { candidates } = await searchIn(own, line, { change: suppressing })
      const ids = (list: readonly { record_id: string }[]) => list.map(({ record_id }) => record_id)
      expect(ids(candidates)).toContain(row)

      await suppress(own, subject)
      const listed = async () => (await createSources(sql, own.context.hashes.suppress).current()).policy
      const present = await listed()
      expect(ids(passGate(candidates, present))).not.toContain(row)
      expect(ids((await searchIn(own, line, { change: () => present })).candidates)).not.toContain(row)

      // What is stored of an older rule tells nothing, the fields do.
      await makeOlder(owner)
      await raiseRule(owner)
      const older = await listed()
      expect(older.sources.get('chosen')).toMatchObject({ olderRule: true, parties: { Связь: 'head' } })
      const unread = candidates.map(candidate => ({ ...candidate, subjectKeys: [] }))
      expect(ids(passGate(unread, older))).not.toContain(row)
      const ownerless = new Map([...older.sources].map(([key, { parties, ...source }]) => [key, source]))
      expect(ids(passGate(unread, { ...older, sources: ownerless }))).toContain(row)
      await own.stop()
    }
  )

  test('drops who was found while nobody was suppressed, once somebody is', async () => {
    const policy = await policyNow()
    const { candidates } = await searchIn(app, '79732041740')
    expect(passGate(candidates, policy).length).toBeGreaterThan(0)
    expect(passGate(candidates, suppressing(policy))).toEqual([])
  })

  test('shows only the labels that a passport lists', async () => {
    const policy = await policyNow()
    const { candidates } = await searchIn(app, '79732041740')
    const source = policy.sources.get('kit_registry')
    if (!source) throw new Error('no such source')
    const narrow = { ...policy, sources: new Map([['kit_registry', { ...source, fields: ['Фамилия'] }]]) }
    expect(passGate(candidates, narrow).map(candidate => candidate.fields)).toEqual([{ Фамилия: 'Иванов' }])
  })
})
