import { afterAll, beforeAll, expect, test } from 'bun:test'
import { forgetRequests } from '#api/features/subject-requests/admin-service.ts'
import { unseal } from '#api/features/subject-requests/seal.ts'
import { nameOf, russianDay } from '#tests/kit/hidden-people.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { newKey, openOffice, type SubjectOffice, statedOf } from '#tests/kit/subject-office.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'

let office: SubjectOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.stop())

interface StoredRequest {
  key_hash: Buffer
  stated: Buffer | null
  answer: Buffer | null
  state: string
}
const storedOf = async (id: number) => {
  const [row] = await office.app.database.owner<
    StoredRequest[]
  >`SELECT key_hash, stated, answer, state FROM subject_request WHERE id = ${id}`
  return row
}
const forget = () => forgetRequests(office.app.context, 1_000)

test('what was stated goes so many days after the decision, number and decision stay', async () => {
  const { owner } = office.app.database
  const { id } = await office.confirm(office.nextPerson(), 'erase')
  await office.decide(id, { decision: 'fulfil' })
  await owner`UPDATE subject_request SET decided_at = now() - interval '89 days' WHERE id = ${id}`
  await forget()
  expect((await storedOf(id))?.stated).not.toBeNull()
  await owner`UPDATE subject_request SET decided_at = now() - interval '91 days' WHERE id = ${id}`
  await forget()
  expect(await storedOf(id)).toMatchObject({ stated: null, answer: null, state: 'done' })
  const { body } = await office.admin.get(`/api/auth/admin/subject_requests/${id}`)
  expect(body.request).toMatchObject({ state: 'done', stated: null, answer: null })
  const again = await office.admin.post(`/api/auth/admin/subject_requests/${id}/send`)
  expect(again.body.code).toBe('REQUEST_FORGOTTEN')
  expect(await office.holdsOf(id)).toEqual([{ state: 'active', until: null }])
})

test('a request that waits is kept however late, one without its code goes a day after that', async () => {
  const { owner } = office.app.database
  const { id } = await office.confirm(office.nextPerson(), 'access')
  await owner`UPDATE subject_request SET created_at = now() - interval '5 years',
    confirmed_at = now() - interval '5 years', code_expires_at = now() - interval '5 years' WHERE id = ${id}`
  const email = 'nobody-came@example.com'
  await office.post('/requests', { key: newKey(), want: 'erase', email })
  const count = async () => {
    const { body } = await office.admin.get('/api/auth/admin/subject_requests?list=new')
    return body.total
  }
  expect(await count()).toBe(1)
  await forget()
  expect(await count()).toBe(1)
  await owner`UPDATE subject_request SET code_expires_at = now() - interval '25 hours' WHERE state = 'new'`
  await forget()
  expect(await count()).toBe(0)
  expect((await storedOf(id))?.stated).not.toBeNull()
})

test('what nobody decides about is shown again when its hold is over', async () => {
  const person = office.nextPerson()
  const { id } = await office.confirm(person, 'object')
  expect(await office.countFound(person.phone)).toBe(0)
  await office.app.database.owner`UPDATE suppression SET expires_at = now() - interval '1 second'
    WHERE token IN (SELECT token FROM subject_request_token WHERE request_id = ${id})`
  invalidateSourceCache(office.app)
  expect(await office.countFound(person.phone)).toBeGreaterThan(0)
  // The request waits still, and may be fulfilled.
  expect((await office.decide(id, { decision: 'fulfil', identity_checked: true })).status).toBe(200)
  expect(await office.countFound(person.phone)).toBe(0)
})

test('what is sealed opens with its key for its request alone', async () => {
  const [one, other] = [
    await office.confirm(office.nextPerson(), 'access'),
    await office.confirm(office.nextPerson(), 'access')
  ]
  const { secrets } = office.app.context
  const [first, second] = [await storedOf(one.id), await storedOf(other.id)]
  if (!first?.stated || !second) throw new Error('nothing is stored')
  expect(unseal(secrets, first.key_hash, first.stated)).toMatchObject({ note: '' })
  expect(unseal(secrets, second.key_hash, first.stated)).toBeNull()
  expect(unseal({ audit: 'another key, as long as one has to be' }, first.key_hash, first.stated)).toBeNull()
  const altered = Buffer.from(first.stated)
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
  expect(unseal(secrets, first.key_hash, altered)).toBeNull()
})

test('a record in which somebody else on the list stands is only counted', async () => {
  const person = office.nextPerson()
  const { id } = await office.confirm(person, 'access')
  const path = `/api/auth/admin/subject_requests/${id}/report`
  const before = (await office.admin.get(path)).body.report
  expect([before.records.length, before.withheld]).toEqual([1, 0])
  // Their phone is on the list by itself, and this request states another.
  await suppress(office.app, { kind: 'phone', value: person.phone.slice(-10) })
  invalidateSourceCache(office.app)
  expect((await office.admin.get(path)).body.report.withheld).toBe(0)
  const stranger = { ...statedOf(person), phone: '', name: '', birth_date: '' }
  const second = await office.confirm(person, 'access', stranger)
  const after = (await office.admin.get(`/api/auth/admin/subject_requests/${second.id}/report`)).body.report
  expect([after.records.length, after.withheld]).toEqual([0, 1])
})

test('names stand in a report only where the operator tells them', async () => {
  const person = office.nextPerson()
  await office.countFound(person.email)
  const { id } = await office.confirm(person, 'access')
  const path = `/api/auth/admin/subject_requests/${id}/report`
  expect(JSON.stringify((await office.admin.get(path)).body)).not.toContain(office.searcher.username)
  office.app.context.config.reportNames = 'on'
  expect((await office.admin.get(path)).body.report.asked[0].username).toBe(office.searcher.username)
  office.app.context.config.reportNames = 'off'
})

test('what a key that is lost leaves without tokens is kept out anew by its decision', async () => {
  const { owner } = office.app.database
  for (const decision of ['fulfil', 'extend']) {
    const person = office.nextPerson()
    const { id } = await office.confirm(person, 'object')
    await owner`DELETE FROM suppression WHERE token IN (SELECT token FROM subject_request_token WHERE request_id = ${id})`
    await owner`DELETE FROM subject_request_token WHERE request_id = ${id}`
    invalidateSourceCache(office.app)
    expect(await office.countFound(person.phone)).toBeGreaterThan(0)
    const checked = decision === 'fulfil' && { identity_checked: true }
    expect((await office.decide(id, { decision, ...checked })).status).toBe(200)
    expect(await office.countFound(person.phone)).toBe(0)
  }
})

test('a report tells of rows of lists and of revealed values, too', async () => {
  const person = office.nextPerson()
  const { searcher } = office
  const { search_id, results_by_source } = (
    await searcher.post('/api/search/perform', { query: person.email, detail: 'full' })
  ).body
  const [[record]] = Object.values<{ record_id: string }[]>(results_by_source) as [[{ record_id: string }]]
  const revealed = await searcher.post('/api/search/reveal', {
    search_id,
    record_id: record.record_id,
    field: 'E-mail'
  })
  expect(revealed.status).toBe(200)
  const { id: listId } = await draftOf(searcher, [person.email])
  await searcher.post(`/api/lists/${listId}/start`)
  await runToEnd(office.app, searcher, listId)
  await rowsOf(searcher, listId)
  await searcher.get(`/api/lists/${listId}/export?format=json`)
  const { id } = await office.confirm(person, 'access')
  const { report } = (await office.admin.get(`/api/auth/admin/subject_requests/${id}/report`)).body
  const acts = report.asked.map(({ act }: { act: string }) => act)
  for (const act of ['Показано скрытое значение', 'Показаны строки списка', 'Список выгружен в файл'])
    expect(acts).toContain(act)
})

test('a link is not spent by a report of which a source is missing', async () => {
  const person = office.nextPerson()
  const { id } = await office.confirm(person, 'access')
  await office.decide(id, { decision: 'fulfil' })
  const secret = office.notifier.linkFor(person.email)
  const { engine } = office.app.context
  const { list } = engine
  engine.list = async () => null
  const failed = await office.post('/report', { secret })
  expect([failed.status, failed.body.code]).toEqual([503, 'SEARCH_DOWN'])
  engine.list = list
  const answers = await Promise.all([1, 2, 3].map(() => office.post('/report', { secret })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
  const opened = answers.find(({ status }) => status === 200)
  expect(opened?.body.report).toMatchObject({ failed: [], records: [{ source: 'box' }] })
})

test('a report has no record that came after the decision, nor one of a looser form of the name', async () => {
  const person = office.nextPerson()
  const { id } = await office.confirm(person, 'access')
  const path = `/api/auth/admin/subject_requests/${id}/report?whole=1`
  const { records } = (await office.admin.get(path)).body.report
  const [surname, given = ''] = nameOf(person).split(' ')
  await loadSource(office.app, 'later', {
    title: 'Позднее',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Телефон: 'phone'
    }),
    rows: [
      ['1', nameOf(person), russianDay(person), person.phone],
      ['2', `${surname} ${given[0]}.`, russianDay(person), '']
    ]
  })
  invalidateSourceCache(office.app)
  const shown = async () => {
    const { report } = (await office.admin.get(path)).body
    const ids = report.records.map(({ record_id }: { record_id: string }) => record_id)
    return [ids.includes('later:1'), ids.includes('later:2'), ids.length, report.withheld]
  }
  expect(await shown()).toEqual([true, false, records.length + 1, 0])
  await office.decide(id, { decision: 'fulfil', identity_checked: true })
  await office.app.database
    .owner`UPDATE subject_request SET decided_at = now() - interval '2 days' WHERE id = ${id}`
  const opened = await office.post('/report', { secret: office.notifier.linkFor(person.email) })
  expect(opened.body.report).toMatchObject({ records: [], withheld: records.length + 1 })
})
