import { expect, test } from 'bun:test'
import { forgetAudit } from '#api/db/audit.ts'
import { asLeader } from '#api/db/leader.ts'
import { openRecords } from '#api/engines/index.ts'
import { sealAudit } from '#api/features/audit/seals.ts'
import { verifyAudit } from '#api/features/audit/verify.ts'
import { HOUSEKEEPING, ownersHousekeeping } from '#api/jobs/housekeeping.ts'
import { startJobs } from '#api/jobs/index.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const BACKLOG = 20_000

const app = startedApp(undefined, startOnPostgres)

/** One round: starting runs one at once, stopping waits for it. */
const oneRound = (housekeeping = HOUSEKEEPING) => startJobs(app.context, housekeeping)

const rowsOf = async (table: string) => {
  const [row] = await app.database.owner.unsafe(`SELECT count(*)::int AS n FROM ${table}`)
  return row.n as number
}

async function withOldRows(): Promise<number> {
  const { user } = await registerAndLogin(app)
  const { owner } = app.database
  await owner`INSERT INTO search_history (user_id, query, results_count, created_at)
    SELECT ${user.id}, 'Примеров', 0, now() - interval '1 year' FROM generate_series(1, ${BACKLOG})`
  await owner`INSERT INTO sessions (id, user_id, refresh_hash, expires_at)
    SELECT gen_random_uuid(), ${user.id}, sha256(n::text::bytea), now() - interval '1 hour' FROM generate_series(1, 50) n`
  await owner`INSERT INTO throttles (key, count, window_ends_at) VALUES ('old', 1, now() - interval '1 hour')`
  await owner`INSERT INTO idempotency_key (user_id, key, body_hash, query_key, charged, is_complete, created_at)
    VALUES (${user.id}, 'old', '', '', 1, true, now() - interval '2 days')`
  return user.id
}

// First, since audit rows are removed in the order of their numbers.
test('audit rows go after AUDIT_DAYS, and by no other way', async () => {
  const { owner, app: sql } = app.database
  await owner`INSERT INTO audit_event (actor_kind, via, action, at)
    SELECT 'user', 'ui', 'search', now() - make_interval(days => n) FROM unnest(ARRAY[400, 366, 364, 1]) n,
      generate_series(1, 600)`
  const old = "audit_event WHERE at < now() - interval '365 days'"
  const all = await rowsOf('audit_event')
  for (const [login, refusal] of [
    [owner, 'append-only'],
    [sql, 'permission denied']
  ] as const) {
    await expect(login.unsafe(`DELETE FROM ${old}`)).rejects.toThrow(refusal)
    await expect(login.unsafe("UPDATE audit_event SET action = 'none'")).rejects.toThrow(refusal)
  }
  await expect(forgetAudit(sql, 1, 500)).rejects.toThrow()
  const connection = await sql.reserve()
  await connection`SELECT set_config('sverka.audit_before', 'infinity', false)`
  await expect(connection.unsafe(`DELETE FROM ${old}`).execute()).rejects.toThrow('permission denied')
  await connection`RESET ALL`
  connection.release()

  expect(await forgetAudit(owner, 365, 500)).toBe(0)
  await sealAudit(owner, 500, 0)
  while ((await sealAudit(owner, 500, 0)) > 0);
  expect(await forgetAudit(owner, 365, 500)).toBeLessThanOrEqual(500)
  const records = openRecords({ elasticsearchUrl: null }, app.database)
  const stop = oneRound({ ...HOUSEKEEPING, ...ownersHousekeeping(owner, records) })
  // Whole batches go, and the one with the newest of them waits for its last row.
  await until(async () => (await rowsOf(old)) < 500)
  await stop()
  const [whole] = await owner`SELECT sum(row_count)::int AS rows FROM audit_seal
    WHERE newest_at < now() - interval '365 days'`
  expect(await rowsOf('audit_event')).toBe(all - whole.rows)
  expect((await verifyAudit(owner)).failure).toBeNull()
  await expect(owner.unsafe('DELETE FROM audit_event')).rejects.toThrow('append-only')
})

test('a backlog of old history rows keeps nothing else from going in the same round', async () => {
  await withOldRows()
  const stop = oneRound()
  await until(async () => (await rowsOf('sessions WHERE expires_at < now()')) === 0)
  await until(async () => (await rowsOf('search_history')) === 0)
  await stop()
  expect(await rowsOf("throttles WHERE key = 'old'")).toBe(0)
  expect(await rowsOf("idempotency_key WHERE key = 'old'")).toBe(0)
  expect(await rowsOf('sessions')).toBe(1)
})

test('a job that throws stops no other, nor does one that never ends a portion short', async () => {
  const userId = await withOldRows()
  let portions = 0
  const stop = oneRound({
    broken: () => Promise.reject(new Error('planted')),
    endless: async (_context, most) => {
      portions += 1
      return most
    },
    ...HOUSEKEEPING
  })
  await until(async () => (await rowsOf('search_history')) === 0)
  await until(async () => (await rowsOf('sessions WHERE expires_at < now()')) === 0)
  await stop()
  expect(portions).toBe(40)
  await app.database.owner`DELETE FROM users WHERE id = ${userId}`
})

test('a portion is committed by itself, and leaves what somebody else holds', async () => {
  const userId = await withOldRows()
  const held = 5
  await app.database.owner.begin(async tx => {
    await tx`SELECT FROM search_history WHERE user_id = ${userId} ORDER BY id LIMIT ${held} FOR UPDATE`
    expect(await HOUSEKEEPING.forget_history?.(app.context, 500)).toBe(500)
    expect(await rowsOf('search_history')).toBe(BACKLOG - 500)
    const stop = oneRound()
    await until(async () => (await rowsOf('search_history')) === held)
    await stop()
  })
  await app.database.owner`DELETE FROM users WHERE id = ${userId}`
})

test('a job that is slow holds up the next round of no other', async () => {
  let [slow, quick] = [0, 0]
  const stop = startJobs(app.context, {
    slow: async (_context, most) => {
      slow += 1
      await Bun.sleep(400)
      return most
    },
    quick: async () => {
      quick += 1
      return 0
    }
  })
  await until(() => quick === 2)
  await stop()
  expect(quick).toBe(2)
  // To its end it would have gone on for sixteen seconds.
  expect(slow).toBeLessThan(40)
})

const SEVERAL = 1_200

/** A backlog for each job, as SQL with the number of a user and of rows. */
const BACKLOGS: Record<string, string> = {
  refund_searches: `INSERT INTO search_delivery (history_id, user_id, query_key, charged, at)
    SELECT n, $1::int4, '', 1, now() - interval '1 hour' FROM generate_series(1, $2::int4) n`,
  forget_answers: `INSERT INTO search_answer (user_id, key, requests_left, search_id, at)
    SELECT $1::int4, sha256(n::text::bytea), 1, sha256(n::text::bytea), now() - interval '1 hour'
    FROM generate_series(1, $2::int4) n`,
  forget_client_keys: `INSERT INTO idempotency_key (user_id, key, body_hash, query_key, charged, is_complete, created_at)
    SELECT $1::int4, n::text, '', '', 1, true, now() - interval '2 days' FROM generate_series(1, $2::int4) n`,
  forget_places: `INSERT INTO throttles (key, count, window_ends_at)
    SELECT 'old' || n || $1::int4, 1, now() - interval '1 hour' FROM generate_series(1, $2::int4) n`,
  forget_history: `INSERT INTO search_history (user_id, query, results_count, created_at)
    SELECT $1::int4, 'Примеров', 0, now() - interval '1 year' FROM generate_series(1, $2::int4) n`,
  forget_lists: `WITH old AS (INSERT INTO list (public_id, user_id, title, is_api, created_at)
      SELECT 'old', $1::int4, '', false, now() - interval '1 year' RETURNING id)
    INSERT INTO list_row (list_id, n, line, state)
      SELECT id, n, '', 'done' FROM old, generate_series(1, $2::int4) n`,
  forget_subject_requests: `INSERT INTO subject_request (key_hash, want, on_behalf, channel, code_expires_at)
      SELECT sha256(($1::int4 || ' ' || n)::bytea), 'access', false, 'email', now() - interval '2 days'
      FROM generate_series(1, $2::int4) n`,
  forget_deliveries: `WITH old AS (INSERT INTO webhook (user_id, slot, url, events, nonce, masked)
      SELECT $1::int4, 0, 'https://desk.example/', '{}', '', '' RETURNING id)
    INSERT INTO webhook_delivery (webhook_id, event_id, event, data, state, created_at)
      SELECT id, gen_random_uuid(), 'ping', '{}', 'delivered', now() - interval '1 year' FROM old, generate_series(1, $2::int4)`,
  forget_imports: `INSERT INTO import_job (id, kind, state, user_id, fingerprint, touched_at)
    SELECT 'old' || n, 'file', 'uploading', $1::int4, n::text, now() - interval '1 year' FROM generate_series(1, $2::int4) n`,
  send_notes: `INSERT INTO payment_note (key, detail)
    SELECT n || ':' || $1::int4, '{"text": ""}' FROM generate_series(1, $2::int4) n`,
  end_sessions: `INSERT INTO sessions (id, user_id, refresh_hash, expires_at)
    SELECT gen_random_uuid(), $1::int4, sha256(n::text::bytea), now() - interval '1 hour'
    FROM generate_series(1, $2::int4) n`,
  forget_login_places: `INSERT INTO login_place (user_id, ip_prefix, last_at)
    SELECT $1::int4, n::text, now() - interval '1 year' FROM generate_series(1, $2::int4) n`,
  forget_token_days: `WITH old AS (INSERT INTO api_tokens (user_id, slot, token_hash, masked)
      VALUES ($1::int4, 0, '', '') RETURNING id)
    INSERT INTO token_day (token_id, day, calls)
      SELECT id, current_date - 100 - n, 1 FROM old, generate_series(1, $2::int4) n`,
  remove_expired: `WITH expired AS (INSERT INTO source (key, title, status, retention_days, obtained_at, columns, records)
      VALUES ('old' || $1::int4, 'Старый', 'disabled', 1, '2020-01-01', '[]', $2::int4) RETURNING id)
    INSERT INTO rec (id, src, batch, rid, doc, k, subj)
      SELECT n, expired.id, 1, n::text, '[]', '{}', '{}' FROM expired, generate_series(1, $2::int4) n`,
  erase_suppressed: `WITH hidden AS (INSERT INTO suppression (token, prefix, kind, class, erase_from)
      VALUES (sha256($1::int4::text::bytea), 7, 'phone', 'erasure', 0)),
    own AS (INSERT INTO source (key, title, status, columns, records)
      VALUES ('hidden' || $1::int4, 'Исключённые', 'disabled', '[]', $2::int4) RETURNING id)
    INSERT INTO rec (id, src, batch, rid, doc, k, subj)
      SELECT 1000000 + n, own.id, 1, n::text, '[]', '{}', '{7}' FROM own, generate_series(1, $2::int4) n`,
  finish_deletions: `WITH leaving AS (INSERT INTO source (key, title, status, columns, records)
      VALUES ('leaving' || $1::int4, 'Уходящий', 'deleting', '[]', $2::int4) RETURNING id)
    INSERT INTO rec (id, src, batch, rid, doc, k, subj)
      SELECT -n, leaving.id, 1, n::text, '[]', '{}', '{}' FROM leaving, generate_series(1, $2::int4) n`
}

test('every job does its backlog in portions, and all of them in one round', async () => {
  const { user } = await registerAndLogin(app)
  expect(Object.keys(BACKLOGS).toSorted()).toEqual(Object.keys(HOUSEKEEPING).toSorted())
  for (const backlog of Object.values(BACKLOGS)) await app.database.owner.unsafe(backlog, [user.id, SEVERAL])
  for (const portion of Object.values(HOUSEKEEPING)) expect(await portion(app.context, 500)).toBe(500)
  const stop = oneRound()
  const left = [
    'search_delivery',
    'search_answer',
    'idempotency_key',
    'throttles WHERE window_ends_at < now()',
    'search_history',
    'payment_note WHERE done_at IS NULL',
    'sessions WHERE expires_at < now()',
    "login_place WHERE last_at < now() - interval '200 days'",
    'token_day',
    'subject_request',
    'rec',
    'import_job',
    'list_row',
    'list',
    "source WHERE status = 'deleting'"
  ]
  for (const table of left) await until(async () => (await rowsOf(table)) === 0)
  await stop()
  const audited = "audit_event WHERE action = 'records_expired'"
  expect(await rowsOf(audited)).toBe(3)
})

test('one process at a time leads a round', async () => {
  const { app: sql } = app.database
  const leads: string[] = []
  await asLeader(sql, 1, async () => {
    await asLeader(sql, 1, async () => {
      leads.push('second')
    })
    leads.push('first')
  })
  await asLeader(sql, 1, async () => {
    leads.push('next')
  })
  expect(leads).toEqual(['first', 'next'])
})
