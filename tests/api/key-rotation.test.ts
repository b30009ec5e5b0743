import { expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { createContext } from '#api/context.ts'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords } from '#api/engines/index.ts'
import { rekeyPortion } from '#api/features/imports/service.ts'
import { keyIdOf } from '#api/features/suppressions/entries.ts'
import { assertRotationDue, rotateSuppressKey } from '#api/features/suppressions/rotation.ts'
import { joinKeys } from '#api/lib/hmac.ts'
import type { Suppression } from '#shared/contracts/admin/suppressions.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { rekeysOf } from '#tests/kit/older-rule.ts'
import { logIn, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const PATH = '/api/auth/admin/suppressions'
const PHONE = '+7 973 204-17-40'
const FIRST = 'first key of the list 0123456789abcdef'
const SECOND = 'second key of the list 0123456789abcdef'

const app = startedApp(loadPeople, () =>
  startOnPostgres({
    SUPPRESS_KEY: FIRST,
    SESSION_SECRET: 'q'.repeat(16) + FIRST,
    AUDIT_KEY: 'w'.repeat(16) + FIRST
  })
)

/** The same database under other keys, as a restarted server opens it. */
async function restarted(): Promise<TestApp> {
  const config = { ...app.context.config, port: freePort(), suppressKey: joinKeys([FIRST, SECOND]) }
  const secrets = await openSecrets(config, app.database.owner)
  const context = createContext({
    config,
    secrets,
    database: app.database,
    records: openRecords(config, app.database)
  })
  context.passwords = app.context.passwords
  const server = createApp(context)
  server.listen({ port: config.port, hostname: config.host, idleTimeout: 30 })
  const stop = async () => {
    await server.stop(true)
  }
  return { ...app, url: `http://localhost:${config.port}`, context, stop }
}

/** What the process of a rekey does. */
async function rekeyAll({ context, database: { owner } }: TestApp): Promise<void> {
  const { book, secrets } = context
  for (const key of Object.keys(await rekeysOf(owner))) {
    let cursor: string | null = null
    const dependencies = {
      ...{ owner, book, suppressKey: secrets.suppress, readCursor: async () => cursor },
      onPortion: async (next: string | null) => {
        cursor = next
      }
    }
    while (!(await rekeyPortion(key, dependencies)));
    await owner`UPDATE import_job SET state = 'done' WHERE id = ${`rekey:${key}`}`
  }
}

test('a new key takes the place of the present one, and nobody is found meanwhile or has to be entered again', async () => {
  const { owner } = app.database
  const admin = await signedInAs(app, ROLE_ADMIN)
  const grounds = { reason: 'objection' }
  const { body } = await admin.post(PATH, {
    values: [{ value: PHONE }, { value: 'Петров Пётр Петрович 30.11.1972' }],
    ...grounds
  })
  expect(body.added).toHaveLength(2)
  const before = { before: FIRST, after: joinKeys([FIRST, SECOND]) }
  const oldToken = (
    await owner`SELECT encode(token, 'hex') AS token FROM suppression WHERE kind = 'phone'`
  )[0].token

  // Another key than the database was used with stops whatever would use it.
  await expect(restarted()).rejects.toThrow('keys:rotate')
  const wrong = { before: SECOND, after: joinKeys([SECOND, FIRST]) }
  await expect(assertRotationDue(owner, wrong)).rejects.toThrow('менять нечего')
  await assertRotationDue(owner, before)
  await rotateSuppressKey(owner, before)
  await expect(rotateSuppressKey(owner, before)).rejects.toThrow('менять нечего')
  // A server that was cut off meanwhile answers nothing by the former key.
  app.context.sources.forget()
  const cutOff = await admin.post('/api/search/perform', { query: PHONE })
  expect([cutOff.status, cutOff.body.code]).toEqual([503, 'SEARCH_DOWN'])
  await expect(openSecrets(app.context.config, owner)).rejects.toThrow('SUPPRESS_KEY')

  const after = await restarted()
  try {
    const person = await logIn(after, admin.username)
    const ask = async (query: string) =>
      JSON.stringify((await person.post('/api/search/perform', { query })).body)
    const areAbsent = async () => {
      expect(await ask(PHONE)).toContain('"results_count":0')
      const namesakes = await ask('Петров Пётр Петрович')
      expect([namesakes.includes('kit_registry:3'), namesakes.includes('kit_registry:4')]).toEqual([
        false,
        true
      ])
    }
    // While the keys of records are those of the former key, they are judged by their fields.
    expect(new Set(Object.values(await rekeysOf(owner)))).toEqual(new Set(['waiting']))
    await areAbsent()
    await rekeyAll(after)
    after.context.sources.forget()
    await areAbsent()
    const checked = await person.post(`${PATH}/check`, { value: PHONE })
    expect(checked.body.suppressions).toHaveLength(1)
    expect((await person.post(PATH, { values: [{ value: PHONE }], ...grounds })).body.known).toBe(1)
    // A list that names the former key is taken over, too.
    const rows = [`phone;${oldToken};${keyIdOf(FIRST)}`, `phone;${oldToken};${keyIdOf(SECOND)}`]
    expect((await person.post(`${PATH}/import`, { rows, ...grounds })).body.rows).toEqual([
      'known',
      'other_key'
    ])
    const [entry] = checked.body.suppressions as Suppression[]
    await person.post(`${PATH}/${entry?.id}/lift`, { reason: 'проверка' })
    expect(await ask(PHONE)).toContain('kit_registry:1')
  } finally {
    await after.stop()
  }
})

test('keys are joined in the configuration, the oldest first', async () => {
  const joined = await startApp({ SUPPRESS_KEY: SECOND, SUPPRESS_KEY_OLD: FIRST })
  expect(joined.context.secrets.suppress).toBe(joinKeys([FIRST, SECOND]))
  await joined.stop()
  await expect(startApp({ SUPPRESS_KEY_OLD: FIRST })).rejects.toThrow('SUPPRESS_KEY')
})
