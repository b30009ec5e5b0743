import { afterAll, beforeAll, expect, test } from 'bun:test'
import { innOfPerson, passportOfPerson, snilsOfPerson } from '#api/db/seed/identifiers.ts'
import type { LinkedValue } from '#shared/contracts/admin/suppressions.ts'
import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadPeople, loadSource } from '#tests/kit/sources.ts'
import { openOffice, type SubjectOffice } from '#tests/kit/subject-office.ts'
import { createUploader, IMPORTS } from '#tests/kit/uploads.ts'

const PATH = '/api/auth/admin/suppressions'
const HIDDEN = ['inn', 'passport', 'snils']
const PHONE = '+7 973 204-17-40'
/** Of the people of the kit. */
const NUMBERS = ['1204175650', '0012345678', '11147392530', '3187026433', '0007220415']

let office: SubjectOffice
let admin: Person
beforeAll(async () => {
  office = await openOffice({ MASKED_ROLES: ROLE_ADMIN })
  admin = office.admin
  await loadPeople(office.app)
  office.app.context.sources.forget()
})
afterAll(() => office.stop())

const linkedTo = async (value: string, by = admin): Promise<LinkedValue[]> =>
  (await by.post(`${PATH}/linked`, { value })).body.linked

test('a masked administrator enters what is linked to somebody without reading it', async () => {
  const linked = await linkedTo(PHONE)
  const hidden = linked.filter(({ kind }) => HIDDEN.includes(kind))
  expect(hidden.map(({ kind }) => kind).toSorted()).toEqual(HIDDEN)
  for (const { shown, value } of hidden) {
    expect(shown.match(/\p{Nd}/gu)).toHaveLength(3)
    expect(value).not.toMatch(/\d{6}/)
  }
  const others = linked.filter(({ kind }) => !HIDDEN.includes(kind))
  expect(others.map(({ value }) => value)).toContain('i.ivanov@example.com')

  const reason = 'objection'
  const sent = linked.map(({ kind, value }) => ({ kind, value }))
  // Of another kind, altered, or of another administrator it is no value.
  const [inn] = hidden.filter(({ kind }) => kind === 'inn')
  const other = await signedInAs(office.app, ROLE_ADMIN)
  for (const [values, by] of [
    [[{ kind: 'snils', value: inn?.value }], admin],
    [[{ kind: 'inn', value: `${inn?.value.slice(0, -4)}AAAA` }], admin],
    [[{ kind: 'inn', value: inn?.value }], other]
  ] as const)
    expect((await by.post(PATH, { values, reason })).body.code).toBe('UNKNOWN_VALUE')

  const { body } = await admin.post(PATH, { values: sent, reason })
  expect(body.added).toHaveLength(sent.length)
  const checked = await admin.post(`${PATH}/check`, { value: 'ИНН 001204175650' })
  expect(checked.body.suppressions).toHaveLength(1)
})

test('a number within another value is masked too, and that one is entered as it is', async () => {
  await loadSource(office.app, 'boxes', {
    title: 'Ящики',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      ФИО: 'full_name',
      Телефон: 'phone',
      ИНН: 'inn',
      Почта: 'email'
    }),
    rows: [['1', 'Ящиков Иван', '+79761234500', '005917771035', 'b005917771035@example.com']]
  })
  office.app.context.sources.forget()
  const linked = await linkedTo('+79761234500')
  expect(JSON.stringify(linked)).not.toContain('5917771')
  const values = linked.map(({ kind, value }) => ({ kind, value }))
  expect((await admin.post(PATH, { values, reason: 'objection' })).body.added).toHaveLength(values.length)
  const checked = await admin.post(`${PATH}/check`, { value: 'b005917771035@example.com' })
  expect(checked.body.suppressions).toHaveLength(1)
})

test('the preview of a report is masked, the report of the person is not', async () => {
  const person = office.nextPerson()
  const inn = '005914830572'
  await loadSource(office.app, 'taxes', {
    title: 'Налоги',
    kind: 'ordinary',
    columns: columnsOf({ Номер: 'record_number', Почта: 'email', ИНН: 'inn', Примечание: 'other' }),
    rows: [['1', person.email, inn, `сверено с ИНН ${inn}`]]
  })
  office.app.context.sources.forget()
  const { id } = await office.confirm(person, 'access')
  const preview = await admin.get(`/api/auth/admin/subject_requests/${id}/report`)
  const valuesOf = (report: SubjectReport) =>
    report.records.flatMap(({ source, fields }) =>
      source === 'taxes' ? fields.map(({ value }) => value) : []
    )
  expect(valuesOf(preview.body.report)).toEqual([
    '1',
    person.email,
    '•••••••••572',
    'сверено с ИНН •••••••••572'
  ])
  await office.decide(id, { decision: 'fulfil' })
  const opened = await office.post('/report', { secret: office.notifier.linkFor(person.email) })
  expect(valuesOf(opened.body.report)).toContain(inn)
})

test('a file that another administrator loaded is masked, in its preview and its rejected rows', async () => {
  const own = createUploader(admin)
  const masked = createUploader(await signedInAs(office.app, ROLE_ADMIN))
  const [snils, inn, passport] = [snilsOfPerson(901, 2), innOfPerson(901, 3), passportOfPerson(901, 1)]
  const whole = [snils, inn, passport, passport.slice(4)]
  const isTold = (value: unknown) =>
    whole.filter(number => JSON.stringify(value).replace(/[\s-]/g, '').includes(number))
  const head = 'ФИО;Паспорт;СНИЛС;ИНН;Колонка;Телефон'
  const row = `Маскин Пётр Ильич;${passport.slice(0, 4)} ${passport.slice(4)};${snils};${inn};${snils};+79732063001`
  const id = await own.send(
    'masked.csv',
    `${head}\n${row}\n${row};лишнее;"поле\n${inn};"\n${row.replaceAll(';', ' ')}\n`
  )
  const hiding = { СНИЛС: 'phone', ИНН: 'date', Паспорт: 'other', Колонка: 'phone' }
  for (const columns of [{}, hiding]) {
    const order = { source: 'masked_file', passport: KIT_PASSPORT, columns }
    expect(isTold((await own.preview(id, order)).body)).not.toEqual([])
    const shown = (await masked.preview(id, order)).body
    expect(isTold(shown)).toEqual([])
    expect(JSON.stringify(shown)).toContain('+79732063001')
    expect(shown.preview.columns.map(({ label }: { label: string }) => label)).toEqual(head.split(';'))
  }
  await own.start(id, { source: 'masked_file' })
  await own.until(id, ({ state }) => state === 'done')
  const other = await signedInAs(office.app, ROLE_ADMIN)
  const rejects = async (by: Person) => await (await by.request(`${IMPORTS}/${id}/rejects`)).text()
  const [seen, hidden] = [await rejects(admin), await rejects(other)]
  expect(isTold(seen)).not.toEqual([])
  expect(isTold(hidden)).toEqual([])
  expect(hidden.split('\n').map(line => line.length)).toEqual(seen.split('\n').map(line => line.length))
})

test('examples of a column are masked as records are, and whole for whoever sees all', async () => {
  const examples = async () =>
    JSON.stringify((await admin.get('/api/auth/admin/es_indices/kit_registry/examples')).body)
  const masked = await examples()
  expect(masked).toContain('•')
  for (const number of NUMBERS) expect(masked.replace(/[\s-]/g, '')).not.toContain(number)
  Object.assign(office.app.context.config, { maskedRoles: [] })
  expect(await examples()).not.toContain('•')
})
