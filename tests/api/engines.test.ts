import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { hashKey, recordNumber } from '#api/engines/postgres/hash.ts'
import { sourcesNow } from '#api/features/sources/service.ts'
import { subjectToken } from '#api/lib/subject-keys.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
})
afterAll(() => app.stop())

const planOf = (query: string) => planSearch(query, parseQuery(query))
const never = () => new AbortController().signal

async function find(query: string, change: (policy: SearchPolicy) => SearchPolicy = policy => policy) {
  const { policy } = await sourcesNow(app.context)
  return await app.context.engine.find(planOf(query), change(policy), never())
}

/** A policy under which somebody is suppressed, though nobody who is found. */
const suppressing = (policy: SearchPolicy): SearchPolicy => ({ ...policy, isSuppressed: () => false })

describe('hashed keys', () => {
  test('keep their values, or every stored index would silently be empty', () => {
    expect(hashKey('phone:79732041740')).toBe(5852526452402768621n)
    expect(hashKey('3:иван иванов иванович')).toBe(3285409784765962412n)
    expect(recordNumber('kit_registry:1')).toBe(-222009657100645730n)
  })
})

describe('every engine', () => {
  test('throws when it is asked without a policy', async () => {
    const asked = app.context.engine.find(planOf('Иванов'), undefined as unknown as SearchPolicy, never())
    await expect(asked).rejects.toThrow('policy')
  })

  test('finds a record by its identifier with its own labels in their order', async () => {
    const { candidates } = await find('+7 (973) 204-17-40')
    const registry = candidates.find(candidate => candidate.record_id === 'kit_registry:1')
    expect(Object.keys(registry?.fields ?? {}).slice(0, 4)).toEqual([
      'Номер записи',
      'Фамилия',
      'Имя',
      'Отчество'
    ])
  })

  test('finds the same with subject keys as without, which only a policy that suppresses somebody is given', async () => {
    for (const line of ['Иванов', 'Иванов Иван Иванович', '+7 (973) 204-17-40']) {
      const { candidates } = await find(line)
      const keyed = (await find(line, suppressing)).candidates
      expect(keyed.some(({ subjectKeys }) => subjectKeys?.length)).toBe(true)
      expect(candidates).toEqual(keyed.map(candidate => ({ ...candidate, subjectKeys: null })))
    }
  })

  test('finds nothing in a source that the policy does not allow', async () => {
    const without = (policy: SearchPolicy) => ({
      ...policy,
      sources: new Map([...policy.sources].filter(([key]) => key !== 'kit_registry'))
    })
    const { candidates } = await find('Иванов Иван Иванович', without)
    expect(candidates.length).toBeGreaterThan(0)
    expect(candidates.some(candidate => candidate.source === 'kit_registry')).toBe(false)
  })

  test('finds nothing when no source is allowed', async () => {
    const none = (policy: SearchPolicy) => ({ ...policy, sources: new Map() })
    expect((await find('Иванов', none)).candidates).toEqual([])
  })

  test('keeps the cap per source and says that there are more', async () => {
    const capped = (policy: SearchPolicy) => ({ ...policy, perSource: 1, inAll: policy.sources.size })
    const { candidates, more } = await find('Петров', capped)
    const registry = candidates.filter(candidate => candidate.source === 'kit_registry')
    expect(registry).toHaveLength(1)
    expect(more.has('kit_registry')).toBe(true)
  })

  test('rejects with the reason of the caller who left', async () => {
    const left = AbortSignal.abort(new Error('left'))
    const asked = sourcesNow(app.context).then(({ policy }) =>
      app.context.engine.find(planOf('Иванов'), policy, left)
    )
    await expect(asked).rejects.toThrow('left')
  })
})

describe('a search that nobody waits for', () => {
  test('is stopped in Postgres when the client leaves', async () => {
    const { policy } = await sourcesNow(app.context)
    const leave = new AbortController()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const lock = app.database.owner.begin(async tx => {
      await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
      onLocked()
      await released
    })
    await locked
    const asked = app.context.engine.find(planOf('Иванов Иван'), policy, leave.signal)
    const waits = async () => {
      const [row] = await app.database.owner<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'sverka-search-%' AND state = 'active'`
      return row?.n ?? 0
    }
    while ((await waits()) === 0) await Bun.sleep(5)
    leave.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    expect(await waits()).toBe(0)
    release()
    await lock
  })

  test('does not keep the next one from being answered', async () => {
    expect((await find('Иванов Иван')).candidates.length).toBeGreaterThan(0)
  })
})

describe('the gate', () => {
  test('drops a source without a passport even when an engine returned it', async () => {
    const { policy } = await sourcesNow(app.context)
    const { candidates } = await find('Иванов Иван Иванович')
    const smuggled = candidates.map(candidate => ({ ...candidate, source: 'kit_undeclared' }))
    expect(passGate(smuggled, policy)).toEqual([])
  })

  test('drops a person on the suppression list', async () => {
    const { policy } = await sourcesNow(app.context)
    const { candidates } = await find('Иванов Иван Иванович', suppressing)
    const ofThem = new Set(candidates.flatMap(candidate => candidate.subjectKeys ?? []))
    expect(ofThem.size).toBeGreaterThan(0)
    const passed = passGate(candidates, {
      ...policy,
      isSuppressed: keys => keys.some(key => ofThem.has(key))
    })
    expect(passed.filter(candidate => candidate.subjectKeys?.length !== 0)).toEqual([])
  })

  test.each([
    ['phone', '9732041740'],
    ['snils', '00000000000']
  ])('drops who has a suppression of a %s and nobody else', async (kind, value) => {
    const { owner } = app.database
    const token = subjectToken(app.context.secrets.suppress, { kind, value })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, ${kind}, 'objection')`
    try {
      // Another context reads the list anew.
      const { policy } = await sourcesNow({ ...app.context })
      const { candidates } = await find('79732041740', () => policy)
      const passed = passGate(candidates, policy)
      expect(candidates.length).toBeGreaterThan(0)
      expect(passed.length).toBe(kind === 'phone' ? 0 : candidates.length)
    } finally {
      await owner`DELETE FROM suppression WHERE token = ${token}`
    }
  })

  test('drops who was found while nobody was suppressed, once somebody is', async () => {
    const { policy } = await sourcesNow(app.context)
    const { candidates } = await find('79732041740')
    expect(passGate(candidates, policy).length).toBeGreaterThan(0)
    expect(passGate(candidates, suppressing(policy))).toEqual([])
  })

  test('shows only the labels that a passport lists', async () => {
    const { policy } = await sourcesNow(app.context)
    const { candidates } = await find('79732041740')
    const source = policy.sources.get('kit_registry')
    if (!source) throw new Error('no such source')
    const narrow = { ...policy, sources: new Map([['kit_registry', { ...source, fields: ['Фамилия'] }]]) }
    expect(passGate(candidates, narrow).map(candidate => candidate.fields)).toEqual([{ Фамилия: 'Иванов' }])
  })
})
