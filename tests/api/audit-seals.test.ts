import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { forgetAudit } from '#api/db/audit.ts'
import { ROW_COLUMNS } from '#api/features/audit/row-hash.ts'
import { inSnapshot, rowHashesBetween } from '#api/features/audit/seal-store.ts'
import { readSeal, sealAudit, verifyAlone, verifyDaily } from '#api/features/audit/seals.ts'
import { verifyAudit } from '#api/features/audit/verify.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const ROWS = 40
const BATCH = 10

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

const write = (rows: number, daysAgo = 0) => app.database.owner`INSERT INTO audit_event
  (actor_kind, actor_id, via, action, query_tokens, detail, at)
  SELECT 'user', n, 'ui', 'search', ARRAY[n, -n]::int8[], jsonb_build_object('before', null, 'n', n),
    now() - make_interval(days => ${daysAgo}) FROM generate_series(1, ${rows}::int) n`

/** Seals whatever is due; the first call only notes what is. */
async function sealAll(): Promise<number> {
  let all = 0
  for (let idle = 0; idle < 2; ) {
    const sealed = await sealAudit(app.database.owner, BATCH, 0)
    all += sealed
    idle = sealed === 0 ? idle + 1 : 0
  }
  return all
}

/** As the database's superuser, past the triggers. */
async function tamper(statement: string): Promise<void> {
  await app.database.owner.begin(async tx => {
    await tx`SET LOCAL session_replication_role = replica`
    await tx.unsafe(statement)
  })
}

const failureNow = async () => (await verifyAudit(app.database.owner)).failure

const idAt = async (place: number): Promise<number> => {
  const [row] = await app.database.owner<{ id: number }[]>`SELECT id::float8 AS id FROM audit_event
    ORDER BY audit_event.id OFFSET ${place} LIMIT 1`
  return row?.id ?? 0
}

describe('the seals of the audit', () => {
  test('hold what was written, batch by batch, and nothing is sealed twice', async () => {
    await write(ROWS)
    expect(await sealAll()).toBe(ROWS)
    expect(await sealAll()).toBe(0)
    expect(await verifyAudit(app.database.app)).toMatchObject({ seals: 4, rows: ROWS, failure: null })
    expect((await readSeal(app.context)).unsealed).toBe(0)
  })

  const ACTS = [
    ['altered', 'actor', (id: number) => `UPDATE audit_event SET actor_id = 77 WHERE id = ${id}`],
    [
      'altered',
      'time',
      (id: number) => `UPDATE audit_event SET at = at - interval '1 microsecond' WHERE id = ${id}`
    ],
    [
      'altered',
      'detail',
      (id: number) => `UPDATE audit_event SET detail = detail - 'before' WHERE id = ${id}`
    ],
    ['altered', 'transaction', (id: number) => `UPDATE audit_event SET xid = '3' WHERE id = ${id}`],
    ['removed', 'row', (id: number) => `DELETE FROM audit_event WHERE id = ${id}`]
  ] as const
  test.each(ACTS)('name the first row that was %s: %s', async (what, _, statement) => {
    await write(ROWS)
    await sealAll()
    const id = await idAt(17)
    await tamper(statement(await idAt(33)))
    await tamper(statement(id))
    const expected = { failure: { what, row: id, seal: 2 } }
    expect(await verifyAudit(app.database.owner)).toMatchObject(expected)
    expect(await verifyAlone(app.database.app)).toMatchObject(expected)
  })

  test('name a row that was put where a removed number left a gap, whatever it says of its transaction', async () => {
    await write(BATCH)
    await app.database.owner.unsafe("SELECT setval(pg_get_serial_sequence('audit_event', 'id'), 20)")
    await write(BATCH)
    await sealAll()
    const columns = '(id, actor_kind, via, action, at) OVERRIDING SYSTEM VALUE'
    await tamper(
      `INSERT INTO audit_event ${columns} VALUES (15, 'user', 'ui', 'login', now() - interval '1 day')`
    )
    const expected = { failure: { what: 'inserted', row: 15, seal: 2 } }
    expect(await verifyAudit(app.database.owner)).toMatchObject(expected)
    // It is not sealed with what comes after it either.
    await write(BATCH)
    await sealAll()
    expect(await verifyAudit(app.database.owner)).toMatchObject(expected)
  })

  test('name whatever was altered, and count what is too much to name', async () => {
    await write(ROWS)
    await sealAll()
    const [first, second, third, last] = await Promise.all([3, 12, 13, 38].map(idAt))
    await tamper(`UPDATE audit_event SET actor_id = 77 WHERE id IN (${first}, ${last})`)
    await tamper(`DELETE FROM audit_event WHERE id IN (${second}, ${third})`)
    expect(await verifyAudit(app.database.owner)).toMatchObject({
      seals: 0,
      failure: {
        what: 'altered',
        row: first,
        seal: 1,
        others: [
          { what: 'removed', row: second, seal: 2 },
          { what: 'removed', row: third, seal: 2 },
          { what: 'altered', row: last, seal: 4 }
        ]
      }
    })
    await tamper('UPDATE audit_event SET actor_id = 77')
    const { failure } = await verifyAudit(app.database.owner)
    expect([failure?.others?.length, failure?.more]).toEqual([19, ROWS - 20])
    const admin = await signedInAs(app, ROLE_ADMIN)
    expect((await admin.post('/api/auth/admin/audit/verify')).body.check.failure).toEqual(failure)
  })

  test('are held against what the process reckons, whatever the functions of the database say', async () => {
    const { owner } = app.database
    await owner`INSERT INTO audit_event (xid, at, actor_kind, actor_id, via, action, purpose, query_tokens, source_keys,
        result_count, record_ids, ip_prefix, detail)
      SELECT n::text::xid8, '2026-01-02 03:04:05+00'::timestamptz + n * interval '1 day' / 7,
        (ARRAY['user', 'a "b" \\ c', E'\t\n\x01\x7f', '']::text[])[1 + n % 4], nullif(n % 5, 0), 'ui', 'ёж № 😀',
        CASE n % 3 WHEN 0 THEN NULL ELSE 'null' END,
        CASE n % 4 WHEN 0 THEN '{}' WHEN 1 THEN ARRAY[n, NULL, -9223372036854775808]::int8[] END,
        CASE n % 5 WHEN 0 THEN '{}' WHEN 1 THEN ARRAY['NULL', NULL, 'a,b', '', '{"x"}', E'c\\d\n', ' e ']
          WHEN 2 THEN ARRAY['plain', 'ключ'] END,
        n - 20, ARRAY[n]::int8[], CASE n % 2 WHEN 0 THEN '' END,
        CASE n % 6 WHEN 0 THEN 'null' WHEN 1 THEN '[]' WHEN 2 THEN '{"b": 1.50, "aa": null, "a": "\\u00e9\\n"}'
          WHEN 3 THEN '1e3' END::jsonb
      FROM generate_series(1, 120) n`
    const hashes: { id: string; hash: string }[] = await owner`SELECT id::text AS id,
      encode(audit_row_hash(id), 'hex') AS hash FROM audit_event ORDER BY audit_event.id`
    expect(hashes.length).toBe(120)
    expect(await inSnapshot(owner, tx => rowHashesBetween(tx, 0n, 1_000n))).toEqual([...hashes])
    const columns: { name: string }[] = await owner`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = 'audit_event'::regclass AND attnum > 0 AND NOT attisdropped`
    expect(columns.map(({ name }) => name).toSorted()).toEqual(ROW_COLUMNS.toSorted())
    await sealAll()
    expect((await verifyAudit(owner)).failure).toBeNull()

    await owner`CREATE TABLE said AS SELECT id, audit_row_hash(id) AS hash FROM audit_event`
    await owner.unsafe(`CREATE OR REPLACE FUNCTION audit_row_hash(p_id bigint) RETURNS bytea LANGUAGE sql STABLE AS
      'SELECT hash FROM said WHERE id = p_id'`)
    await tamper(`UPDATE audit_event SET actor_id = 77 WHERE id = ${await idAt(17)}`)
    expect(await failureNow()).toEqual({ what: 'altered', row: await idAt(17), seal: 2 })
  })

  test('name rows with numbers that nobody was given, and go on with those that were', async () => {
    const { owner, app: sql } = app.database
    const insert = (id: string) =>
      `INSERT INTO audit_event (id, actor_kind, via, action) OVERRIDING SYSTEM VALUE VALUES (${id}, 'user', 'ui', 'search')`
    for (const id of ['-7', '900000000000']) {
      await expect(sql.unsafe(insert(id))).rejects.toThrow('permission denied')
      await expect(sql.unsafe(insert(id).replace('id,', 'at,').replace(id, 'now()'))).rejects.toThrow(
        'permission'
      )
    }
    await expect(owner.unsafe(insert('-7'))).rejects.toThrow('audit_event_numbered')
    await owner`ALTER TABLE audit_event DROP CONSTRAINT audit_event_numbered`
    const forged = ['-9223372036854775808', '0', '900000000000']
    for (const id of forged) await owner.unsafe(insert(id))
    const named = async () => {
      const { others = [], ...first } = (await verifyAudit(sql)).failure ?? { others: [], row: null }
      return [first, ...others].map(each => [each.row, (each as { what?: string }).what])
    }
    const expected = forged.map(id => [Number(id), 'inserted'])
    for (let round = 0; round < 2; round += 1) {
      expect(await named()).toEqual(expected)
      await write(BATCH)
      expect(await sealAll()).toBe(BATCH)
    }
    expect(await named()).toEqual(expected)
    // As an earlier version sealed such a row.
    await owner`SELECT setval('audit_event_id_seq', 900000000000)`
    expect(await sealAll()).toBe(1)
    await owner`SELECT setval('audit_event_id_seq', 20)`
    await write(BATCH)
    expect(await sealAll()).toBe(BATCH)
    expect(await named()).toEqual(expected)
  })

  test('tell of a seal that was changed with its rows, taken out, or made anew with the whole chain', async () => {
    await write(ROWS)
    await sealAll()
    const { head } = (await verifyAlone(app.database.app)) ?? {}
    await tamper('UPDATE audit_seal SET row_count = row_count + 1 WHERE n = 3')
    expect(await failureNow()).toEqual({ what: 'seal_altered', row: null, seal: 3 })
    await tamper('DELETE FROM audit_seal WHERE n = 2')
    expect(await failureNow()).toEqual({
      what: 'seal_removed',
      row: null,
      seal: 2,
      others: [{ what: 'seal_altered', row: null, seal: 3 }]
    })
    await tamper(`UPDATE audit_event SET actor_id = 77 WHERE id = ${await idAt(3)}`)
    await tamper('DELETE FROM audit_seal')
    await sealAll()
    expect(await failureNow()).toEqual({ what: 'head', row: null, seal: 4 })
    await tamper('DELETE FROM audit_check')
    expect(await failureNow()).toBeNull()
    // Whoever rules the database can do that; what was noted elsewhere tells.
    expect((await verifyAudit(app.database.owner, head ?? '')).failure?.what).toBe('head')
  })

  test('wait for a transaction that is under way and has taken a number', async () => {
    const { owner, app: sql } = app.database
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const open = owner.begin(async tx => {
      await tx`INSERT INTO audit_event (actor_kind, via, action) VALUES ('system', 'job', 'records_expired')`
      hasWritten()
      await mayEnd
    })
    await written
    await write(BATCH)
    expect(await sealAll()).toBe(0)
    end()
    await open
    expect(await sealAll()).toBe(BATCH + 1)
    expect((await verifyAudit(sql)).failure).toBeNull()
  })

  test('hold while rows are written and sealed', async () => {
    const { owner, app: sql } = app.database
    await write(ROWS)
    await sealAll()
    let isOver = false
    const writing = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 25; round += 1) await write(3)
    })
    const sealing = (async () => {
      while (!isOver) await sealAudit(owner, BATCH, 0)
    })()
    const checking = (async () => {
      const failures: unknown[] = []
      while (!isOver) failures.push((await verifyAudit(sql)).failure)
      return failures
    })()
    await Promise.all(writing)
    isOver = true
    await sealing
    const failures = await checking
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter(failure => failure !== null)).toEqual([])
    await sealAll()
    expect(await verifyAudit(sql)).toMatchObject({ rows: ROWS + 300, failure: null })
  })

  test('are checked once a day by a job, and the overview says when they held and that they do no more', async () => {
    const admin = await signedInAs(app, ROLE_ADMIN)
    const overview = async () => (await admin.get('/api/auth/admin/overview')).body.audit
    expect(await overview()).toBeNull()
    await write(ROWS)
    await sealAll()
    expect([await verifyDaily(app.context), await verifyDaily(app.context)]).toEqual([1, 0])
    expect(await overview()).toMatchObject({ is_whole: true, checked_at_str: expect.any(String) })
    await app.database.owner`UPDATE audit_check SET at = at - interval '1 day'`
    await tamper(`DELETE FROM audit_event WHERE id = ${await idAt(3)}`)
    expect(await verifyDaily(app.context)).toBe(1)
    expect(await overview()).toMatchObject({ is_whole: false })
  })

  test('stay when rows go by age, which they do in whole batches', async () => {
    const { owner, app: sql } = app.database
    await write(15, 400)
    await write(15)
    await sealAll()
    expect(await forgetAudit(owner, 365, 500)).toBe(BATCH)
    expect(await verifyAudit(sql)).toMatchObject({ seals: 3, rows: 20, failure: null })
    // A batch that was declared old by hand is not.
    await tamper('DELETE FROM audit_event WHERE id <= (SELECT last_id FROM audit_seal WHERE n = 2)')
    await tamper('UPDATE audit_seal SET ids = NULL, row_hashes = NULL, dropped_at = now() WHERE n = 2')
    expect((await verifyAudit(sql)).failure).toEqual({ what: 'seal_altered', row: null, seal: 2 })
  })

  test('are changed and removed by nobody, and the application makes none', async () => {
    const { owner, app: sql } = app.database
    await write(BATCH)
    await sealAll()
    await expect(sql.unsafe('UPDATE audit_seal SET row_count = 0')).rejects.toThrow('permission denied')
    await expect(sql.unsafe('DELETE FROM audit_seal')).rejects.toThrow('permission denied')
    await expect(sql.unsafe("SELECT seal_audit(10, '0')")).rejects.toThrow('permission denied')
    await expect(owner.unsafe('UPDATE audit_seal SET row_count = 0')).rejects.toThrow('append-only')
    await expect(owner.unsafe('DELETE FROM audit_seal')).rejects.toThrow('append-only')
    await expect(owner.unsafe('TRUNCATE audit_seal')).rejects.toThrow('append-only')
  })
})
