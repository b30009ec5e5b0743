import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eraseDue } from '#api/features/suppressions/erasing.ts'
import type { LinkedValue, Suppression } from '#shared/contracts/admin/suppressions.ts'
import { ROLE_ADMIN, ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { EVERY_ENGINE, settingsOf } from '#tests/kit/elastic/every-engine.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { createUploader } from '#tests/kit/uploads.ts'
import { loadAsAsked } from './suppression-files.ts'

const PATH = '/api/auth/admin/suppressions'
const PHONE = '+7 973 204-17-40'
/** Of Иванов Иван Иванович, as people ask for him. */
const LINES = [
  PHONE,
  'Иванов Иван Иванович',
  'Иванов И. И.',
  'Иванов Иван 01.02.1980',
  'ИНН 001204175650',
  '111-473-925 30',
  'паспорт 0012 345678',
  'i.ivanov@example.com',
  'Примерск, Лесная, д. 5, кв. 12',
  'Сидорова Анна Павловна'
]
const OBJECTION = { reason: 'objection', request: 'О-0031' }

describe.each(EVERY_ENGINE)('the suppression list of administrators, on the engine %s', (name, openOwn) => {
  let app: TestApp
  let admin: Person
  let client: Person
  beforeEach(async () => {
    app = await startApp(settingsOf(name), openOwn)
    await loadPeople(app)
    ;[admin, client] = [await signedInAs(app, ROLE_ADMIN), await signedInAs(app, ROLE_INFINITY)]
  })
  afterEach(() => app.stop())

  const ask = async (query: string): Promise<string> => {
    const { status, body } = await client.post('/api/search/perform', { query, detail: 'full' })
    expect([query, status]).toEqual([query, 200])
    // What the sources say, without how the line was read.
    const { readings: _, query: __, ...found } = body
    return JSON.stringify(found)
  }
  const add = (values: object[], more: object = {}) => admin.post(PATH, { values, ...OBJECTION, ...more })
  const listed = async (query = ''): Promise<Suppression[]> =>
    (await admin.get(`${PATH}${query}`)).body.suppressions
  const acts = () => app.database.owner<
    { action: string; detail: unknown; tokens: number }[]
  >`SELECT action, detail, cardinality(query_tokens) AS tokens FROM audit_event
    WHERE action LIKE 'suppression%' ORDER BY audit_event.id`

  test('a phone with what is linked to it: nothing of the person is left, and a namesake and a neighbour are', async () => {
    const before = await Promise.all(LINES.map(ask))
    expect(before.filter(answer => answer.includes('Иванов')).length).toBeGreaterThan(7)
    const search = await client.post('/api/search/perform', { query: PHONE })

    const linked = (await admin.post(`${PATH}/linked`, { value: PHONE })).body
    expect(linked).toMatchObject({ kind: 'phone', is_shared: false })
    const values: LinkedValue[] = linked.linked
    expect(values.find(({ kind }) => kind === 'inn')?.is_sure).toBe(true)
    expect(values.find(({ kind }) => kind === 'name_dob')?.shown).toMatch(
      /^Иванов Иван Иванович, 01\.02\.1980$/
    )
    expect(new Set(values.map(({ kind }) => kind))).toEqual(
      new Set(['email', 'inn', 'snils', 'passport', 'name_dob'])
    )
    const sent = [{ value: PHONE }, ...values.map(({ kind, value }) => ({ kind, value }))]
    const { status, body } = await add(sent)
    expect([status, body.added.length, body.known]).toEqual([200, sent.length, 0])
    const answers = await Promise.all(LINES.map(ask))
    const OWN = /kit_(?:registry|phones|employers):1"|2041740|204-17-40|i\.ivanov|1204175650/
    expect(before.filter(answer => OWN.test(answer)).length).toBe(LINES.length - 1)
    expect(answers.filter(answer => OWN.test(answer))).toEqual([])
    expect(answers.at(-1)).toContain('Сидорова')
    // What was shown before it is not shown again, in whatever way.
    const past = await client.get(`/api/search/${search.body.search_id}`)
    expect(past.status).toBe(200)
    const { readings: _readings, query: _query, ...shown } = past.body
    expect(JSON.stringify(shown)).not.toMatch(OWN)
    const list = await draftOf(client, [PHONE, 'ИНН 001204175650', 'Сидорова Анна Павловна 14.03.1985'])
    expect((await client.post(`/api/lists/${list.id}/start`)).status).toBe(200)
    await runToEnd(app, client, list.id)
    const rowsOfList = await rowsOf(client, list.id)
    expect(rowsOfList.map(({ results_count }) => results_count > 0)).toEqual([false, false, true])
    const exported = await (await client.request(`/api/lists/${list.id}/export?format=csv`)).text()
    expect(exported).not.toMatch(/i\.ivanov|kit_phones:1/)
    // Without a date nobody can tell whose a record is: that of the casualty list, by name alone, stays.
    expect(await ask('Иванов Иван Иванович')).toContain('kit_losses:1')

    // Neither the value nor anything of it is stored, shown or audited.
    const rows = JSON.stringify([await listed(), await acts()])
    expect(rows).not.toMatch(/2041740|204-17-40|ванов|1204175650/i)
    expect((await acts()).map(({ action }) => action)).toEqual(['suppression_linked', 'suppression_add'])
  })

  test('two namesakes: one is gone by name and birth date, the other stays', async () => {
    expect(await ask('Петров Пётр Петрович')).toMatch(
      /kit_registry:3.*kit_registry:4|kit_registry:4.*kit_registry:3/s
    )
    await add([{ value: 'Петров Пётр Петрович 30.11.1972' }])
    const answer = await ask('Петров Пётр Петрович')
    expect(answer).not.toContain('kit_registry:3')
    expect(answer).toContain('kit_registry:4')
  })

  test('erasure removes the records for good, and neither a lifted entry nor another load brings them back', async () => {
    const { body } = await add([{ value: PHONE }])
    const [id] = body.added.map((entry: Suppression) => entry.id)
    expect((await admin.post(`${PATH}/erase`, { ids: [id], confirm: 'да' })).status).toBe(400)
    const stored = async () => {
      const rows = await app.database.owner<
        { doc: string }[]
      >`SELECT doc FROM rec UNION ALL SELECT doc FROM rec_earlier`
      return rows.filter(({ doc }) => doc.includes('Иванов') && doc.includes('204')).length
    }
    expect(await stored()).toBeGreaterThan(0)
    const counts = async () =>
      (await app.database.owner`SELECT key, records::int AS records,
      (SELECT count(*)::int FROM rec WHERE src = source.id) AS stored FROM source ORDER BY key`) as object[]
    const erased = (await admin.post(`${PATH}/erase`, { ids: [id], confirm: 'УДАЛИТЬ' })).body
    expect(erased).toMatchObject({ erased: 2, is_over: true })
    expect(await stored()).toBe(0)
    for (const row of (await counts()) as { records: number; stored: number }[])
      expect(row.records).toBe(row.stored)
    expect((await listed())[0]).toMatchObject({
      state: 'active',
      is_erasing: false,
      erased_at_str: expect.any(String)
    })
    expect((await acts()).map(({ action }) => action)).toContain('suppression_erased')
    // A job has nothing more to do, until a load that was under way is over.
    expect(await eraseDue(app.context, 500)).toBe(0)

    const files = createUploader(admin)
    const report = await loadAsAsked(files, 'kit_again', [
      `ФИО;Телефон`,
      `Иванов Иван;${PHONE}`,
      'Кузнецов Олег;+79760057714'
    ])
    expect(report).toMatchObject({ stored: 1, suppressed: 1 })
    await admin.post(`${PATH}/${id}/lift`, { reason: 'проверка' })
    expect(await ask(PHONE)).not.toContain('Иванов')
    expect((await admin.post(`${PATH}/erase`, { ids: [id], confirm: 'УДАЛИТЬ' })).body.code).toBe('NOT_FOUND')
  })

  test('an entry is lifted by any administrator, by one of several at once, and then whoever it hid is found', async () => {
    const second = await signedInAs(app, ROLE_ADMIN)
    const { body } = await add([{ value: PHONE }])
    const [{ id }] = body.added
    expect(await ask(PHONE)).not.toContain('Иванов')
    const answers = await Promise.all(
      [admin, second, admin, second].map(who => who.post(`${PATH}/${id}/lift`, { reason: 'решение суда' }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_LIFTED')
    expect((await listed('?state=lifted'))[0]).toMatchObject({
      id,
      lift_reason: 'решение суда',
      state: 'lifted'
    })
    expect((await acts()).filter(({ action }) => action === 'suppression_lift')).toHaveLength(1)
    expect(await ask(PHONE)).toContain('Иванов')
    expect((await admin.post(`${PATH}/${id}/lift`, {})).status).toBe(400)
    expect((await admin.post(`${PATH}/999999/lift`, { reason: 'нет такого' })).status).toBe(404)
    // It may be entered again.
    expect((await add([{ value: PHONE }])).body).toMatchObject({ known: 0, added: [{ state: 'active' }] })
  })

  test('of those who enter the same at once one does, and what was provisional is made to stand', async () => {
    const values = [{ value: PHONE }, { value: 'i.ivanov@example.com' }]
    const provisional = await add(values, { is_provisional: true })
    expect(provisional.body.added.map(({ state }: Suppression) => state)).toEqual([
      'provisional',
      'provisional'
    ])
    const answers = await Promise.all([0, 1, 2, 3].map(at => add(at % 2 ? values : values.toReversed())))
    expect(answers.map(({ body }) => body.known).toSorted()).toEqual([0, 2, 2, 2])
    expect((await listed()).map(({ state }) => state)).toEqual(['active', 'active'])
    expect((await add(values, { is_provisional: true })).body).toMatchObject({ known: 2, added: [] })
  })

  test('an expiry in the past is refused, and what has expired hides nobody and may be entered again', async () => {
    const refused = await add([{ value: PHONE }], { until: '2020-01-01' })
    expect([refused.status, refused.body.code]).toEqual([400, 'EXPIRY_PAST'])
    expect((await add([{ value: PHONE }], { until: '2026-02-30' })).status).toBe(400)
    await add([{ value: PHONE }], { until: '2099-01-01' })
    expect((await listed())[0]?.expires_at_str).toBe('01.01.2099 23:59')
    await app.database.owner`UPDATE suppression SET expires_at = now() - interval '1 second'`
    app.context.sources.forget()
    expect(await ask(PHONE)).toContain('Иванов')
    expect((await listed())[0]?.state).toBe('expired')
    expect((await add([{ value: PHONE }])).body.known).toBe(0)
    expect((await listed()).map(({ state }) => state)).toEqual(['active', 'lifted'])
  })

  test('a check tells an administrator alone, and leaves the token of a search for the value', async () => {
    expect((await admin.post(`${PATH}/check`, { value: PHONE })).body.suppressions).toEqual([])
    await add([{ value: PHONE }, { value: 'Петров Пётр Петрович 30.11.1972' }])
    for (const value of ['79732041740', 'Пётр Петров 1972-11-30'])
      expect((await admin.post(`${PATH}/check`, { value })).body.suppressions).toHaveLength(1)
    for (const who of [client, await signedInAs(app, ROLE_USER)])
      expect((await who.post(`${PATH}/check`, { value: PHONE })).status).toBe(403)
    await client.post('/api/search/perform', { query: PHONE })
    const [same] = await app.database.owner`SELECT count(DISTINCT action)::int AS n FROM audit_event
      WHERE query_tokens && ARRAY[${String(app.context.hashes.audit.number('phone:79732041740'))}]::int8[]`
    expect(same.n).toBe(3)
  })

  test('what names nobody is refused, and a number of several people links nothing', async () => {
    for (const value of [
      '',
      'привет',
      'Иванов',
      'Иванов Иван',
      'Иванов Иван 1980',
      '0000000000',
      '001204175651'
    ])
      expect([value, (await add([{ value }])).status]).toEqual([value, 400])
    // Chosen as what it is, a number with a wrong check digit is met where records have it.
    expect((await add([{ kind: 'inn', value: '001204175651' }])).status).toBe(200)
    await loadAsAsked(createUploader(admin), 'family', [
      'ФИО;Телефон;ИНН',
      'Общий Иван;+79761112233;001204175650',
      'Общая Анна;+79761112233;003187026433'
    ])
    const { body } = await admin.post(`${PATH}/linked`, { value: '+79761112233' })
    expect(body).toMatchObject({ is_shared: true, linked: [] })
  })

  test.each([
    [
      'a family without a number',
      [
        'Домов Пётр;01.02.1970;+79761110011;',
        'Домова Анна;05.06.1972;+79761110011;anna.d@example.com',
        'Домов Лев;07.08.2001;+79761110011;'
      ],
      '+79761110011',
      true
    ],
    [
      'namesakes of two birth dates',
      ['Ящиков Пётр;01.02.1970;;box.y@example.com', 'Ящиков Пётр;01.02.1991;;box.y@example.com'],
      'box.y@example.com',
      true
    ],
    [
      'two given names without dates',
      ['Тропин Лев;;+79761110013;', 'Тропин Марк;;+79761110013;'],
      '+79761110013',
      true
    ],
    [
      'one person',
      ['Один Пётр;01.02.1970;+79761110012;odin@example.com', 'Один П. П.;01.02.1970;+79761110012;'],
      '+79761110012',
      false
    ]
  ])('a contact of %s', async (_, rows, value, isShared) => {
    await loadAsAsked(createUploader(admin), `house${value.replaceAll(/\W/g, '')}`, [
      'ФИО;Дата рождения;Телефон;E-mail',
      ...rows
    ])
    const { body } = await admin.post(`${PATH}/linked`, { value })
    expect(body.is_shared).toBe(isShared)
    // A contact proves nothing without a number of one person.
    expect(body.linked.map(({ is_sure }: LinkedValue) => is_sure)).toEqual(isShared ? [] : [false, false])
  })

  test('a number of an organisation is refused, and that of an entrepreneur taken', async () => {
    for (const [kind, value] of [
      ['ogrn', '1027700132195'],
      ['', 'ОГРН 1027700132195'],
      ['inn', '7707083893']
    ]) {
      const { status, body } = await add([{ kind, value }])
      expect([value, status, body.code, body.fields?.value]).toEqual([
        value,
        400,
        'UNKNOWN_VALUE',
        body.error
      ])
      expect(body.error).toMatch(/организации/)
    }
    expect((await add([{ kind: 'ogrn', value: '304500116000157' }])).status).toBe(200)
  })
})
