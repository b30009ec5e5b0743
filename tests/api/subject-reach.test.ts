import { afterAll, beforeAll, expect, test } from 'bun:test'
import { innOfPerson } from '#api/db/seed/identifiers.ts'
import { everydayLatin } from '#api/db/seed/latin.ts'
import type { Person as SeedPerson } from '#api/db/seed/people.ts'
import type { RequestReach } from '#shared/contracts/admin/subject-requests.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { nameOf, russianDay } from '#tests/kit/hidden-people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { openOffice, type SubjectOffice } from '#tests/kit/subject-office.ts'
import { suppress } from '#tests/kit/suppress.ts'

let office: SubjectOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.stop())

let count = 0
/** Somebody of the office with an INN in two more sources: beside the e-mail, and beside the name alone. */
async function personWithInn(): Promise<{ person: SeedPerson; inn: string; keys: [string, string] }> {
  const person = office.nextPerson()
  count += 1
  const inn = innOfPerson(700, count)
  const keys: [string, string] = [`cards${count}`, `firms${count}`]
  await loadSource(office.app, keys[0], {
    title: 'Карты',
    kind: 'ordinary',
    columns: columnsOf({ Номер: 'record_number', Почта: 'email', ИНН: 'inn', Примечание: 'other' }),
    rows: [['1', person.email, inn, `сверено с ИНН ${inn}`]]
  })
  await loadSource(office.app, keys[1], {
    title: 'Фирмы',
    kind: 'ordinary',
    columns: columnsOf({ Номер: 'record_number', ФИО: 'full_name', ИНН: 'inn' }),
    rows: [['1', nameOf(person), inn]]
  })
  office.app.context.sources.forget()
  return { person, inn, keys }
}

const reachOf = async (id: number, whole = ''): Promise<RequestReach> => {
  const { status, body } = await office.admin.get(
    `/api/auth/admin/subject_requests/${id}/reach?whole=${whole}`
  )
  expect(status).toBe(200)
  return body.reach
}
const idsOf = ({ records }: RequestReach['taken']) => records.map(({ record_id }) => record_id).toSorted()
const isStored = async (recordId: string): Promise<boolean> => {
  const [row] = await office.app.database.owner<{ held: boolean }[]>`SELECT EXISTS (SELECT FROM rec
    JOIN source ON source.id = src WHERE source.key || ':' || rid = ${recordId}) AS held`
  return row?.held === true
}

test.each(['', '1'])(
  'what a decision takes is told before it, and is what it takes (document seen: %p)',
  async whole => {
    const { person, inn, keys } = await personWithInn()
    const { id } = await office.confirm(person, 'erase')
    const reach = await reachOf(id, whole)
    const { no } = person
    const [proved, stated] = [[`box:${no}`, `${keys[0]}:1`], [`book:${no}`]]
    expect(idsOf(reach.taken)).toEqual((whole ? [...proved, ...stated] : proved).toSorted())
    expect(idsOf(reach.near)).toEqual((whole ? [`${keys[1]}:1`] : [...stated, `${keys[1]}:1`]).toSorted())
    expect([reach.taken.count, reach.near.count]).toEqual([
      reach.taken.records.length,
      reach.near.records.length
    ])
    expect(reach.linked.map(({ kind, value, is_sure }) => [kind, value, is_sure])).toEqual([
      ['inn', inn, true]
    ])
    expect([reach.is_shared, reach.withheld, reach.failed]).toEqual([false, 0, []])

    await office.decide(id, { decision: 'fulfil', identity_checked: whole === '1' })
    for (const recordId of idsOf(reach.taken))
      expect([recordId, await isStored(recordId)]).toEqual([recordId, false])
    for (const recordId of idsOf(reach.near))
      expect([recordId, await isStored(recordId)]).toEqual([recordId, true])
  }
)

test.each(['object', 'erase'])(
  'a name written otherwise is told as hidden, and is hidden and not removed (%p)',
  async want => {
    const person = office.nextPerson()
    count += 1
    const key = `trips${count}`
    const written = `${everydayLatin(person.surname)} ${everydayLatin(person.givenName)}`
    await loadSource(office.app, key, {
      title: 'Поездки',
      kind: 'ordinary',
      columns: columnsOf({ Номер: 'record_number', Пассажир: 'full_name', ДР: 'birth_date' }),
      rows: [['1', written, russianDay(person)]]
    })
    office.app.context.sources.forget()
    const trip = `${key}:1`
    const { id } = await office.confirm(person, want)
    const { taken, hidden, near } = await reachOf(id, '1')
    const [part, other] = want === 'object' ? [taken, hidden] : [hidden, taken]
    expect(idsOf(part)).toContain(trip)
    expect([...idsOf(other), ...idsOf(near)]).not.toContain(trip)
    if (want === 'object') expect(hidden.count).toBe(0)

    await office.decide(id, { decision: 'fulfil', identity_checked: true })
    expect(await office.countFound(`${written} ${russianDay(person)}`)).toBe(0)
    expect(await isStored(trip)).toBe(true)
  }
)

test('a record that names an employer links its numbers to the person', async () => {
  const person = office.nextPerson()
  count += 1
  const inn = innOfPerson(700, count)
  const employer = '0012041756'
  await loadSource(office.app, `staff${count}`, {
    title: 'Кадры',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      ФИО: 'full_name',
      'Место работы': 'workplace',
      'ИНН работодателя': 'organization_inn',
      'Телефон работодателя': 'organization_phone',
      ИНН: 'inn',
      'E-mail': 'email'
    }),
    rows: [['1', nameOf(person), 'ООО «Пример»', employer, '+79730001122', inn, person.email]]
  })
  office.app.context.sources.forget()
  const { id } = await office.confirm(person, 'object')
  const { linked } = await reachOf(id)
  expect(linked.map(({ kind, value }) => [kind, value])).toEqual([['inn', inn]])
})

test('a record of somebody else who is suppressed is counted and not shown', async () => {
  const { person, inn, keys } = await personWithInn()
  const { id } = await office.confirm(person, 'object')
  await suppress(office.app, { kind: 'inn', value: inn })
  office.app.context.sources.forget()
  const reach = await reachOf(id, '1')
  expect(reach.withheld).toBe(1)
  for (const key of keys) expect(JSON.stringify(reach)).not.toContain(`${key}:`)
  expect(JSON.stringify(reach)).not.toContain(inn)
})

test('the look is audited with its records, and is not there before the code', async () => {
  const { person } = await personWithInn()
  const { id, number } = await office.confirm(person, 'object')
  await reachOf(id)
  const [row] = await office.app.database
    .owner`SELECT cardinality(record_ids) AS records, result_count AS count
    FROM audit_event WHERE action = 'subject_reach' AND detail->>'request' = ${number}`
  expect(row).toEqual({ records: 4, count: 4 })
  await office.post('/requests', { key: 'k'.repeat(22), want: 'object', email: 'unconfirmed@example.com' })
  const [{ id: unconfirmed }] = await office.app.database
    .owner`SELECT id FROM subject_request WHERE state = 'new'`
  const refused = await office.admin.get(`/api/auth/admin/subject_requests/${unconfirmed}/reach`)
  expect([refused.status, refused.body.code]).toEqual([409, 'REQUEST_DECIDED'])
  expect((await office.admin.get('/api/auth/admin/subject_requests/999999/reach')).status).toBe(404)
})

test('a masked administrator is shown no whole number, and enters a linked one unread', async () => {
  const { person, inn } = await personWithInn()
  const { id } = await office.confirm(person, 'object')
  Object.assign(office.app.context.config, { maskedRoles: [ROLE_ADMIN] })
  const reach = await reachOf(id)
  Object.assign(office.app.context.config, { maskedRoles: [] })
  expect(reach.taken.count).toBeGreaterThan(0)
  expect(JSON.stringify(reach)).not.toContain(inn)
  const values = reach.linked.map(({ kind, value }) => ({ kind, value }))
  const { body } = await office.admin.post('/api/auth/admin/suppressions', { values, reason: 'objection' })
  expect(body.added).toHaveLength(1)
  const checked = await office.admin.post('/api/auth/admin/suppressions/check', { value: `ИНН ${inn}` })
  expect(checked.body.suppressions).toHaveLength(1)
})
