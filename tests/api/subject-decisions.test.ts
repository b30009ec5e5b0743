import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { REQUEST_STATES } from '#shared/labels/subject-requests.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import { addWorkingDays } from '#shared/rules/working-days.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { newKey, openOffice, type SubjectOffice, statedOf } from '#tests/kit/subject-office.ts'

let office: SubjectOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.stop())

describe('what was stated', () => {
  test.each(['object', 'erase'])(
    'is kept out of answers at once by a confirmed request to %s',
    async want => {
      const person = office.nextPerson()
      expect(await office.countFound(person.phone)).toBeGreaterThan(0)
      const { id, due_on } = await office.confirm(person, want)
      expect(await office.countFound(person.phone)).toBe(0)
      expect(due_on).toBe(addWorkingDays(moscowDay(new Date()), 10))
      expect(await office.holdsOf(id)).toEqual([{ state: 'provisional', until: addWorkingDays(due_on, 5) }])
    }
  )

  test.each(['access', 'correct'])('stays in answers while a request to %s waits', async want => {
    const person = office.nextPerson()
    await office.confirm(person, want)
    expect(await office.countFound(person.phone)).toBeGreaterThan(0)
  })

  test('comes back when the request is refused, and never when it is fulfilled', async () => {
    const [refused, fulfilled] = [office.nextPerson(), office.nextPerson()]
    const [one, other] = [await office.confirm(refused, 'object'), await office.confirm(fulfilled, 'erase')]
    expect((await office.decide(one.id, { decision: 'refuse' })).status).toBe(200)
    expect((await office.decide(other.id, { decision: 'fulfil', identity_checked: true })).status).toBe(200)
    expect(await office.countFound(refused.phone)).toBeGreaterThan(0)
    expect(await office.countFound(fulfilled.phone)).toBe(0)
    expect(await office.holdsOf(one.id)).toEqual([])
    expect(await office.holdsOf(other.id)).toEqual([{ state: 'active', until: null }])
  })

  test('is erased when the request is fulfilled, as far as it is proved to be theirs', async () => {
    const [proved, stated] = [office.nextPerson(), office.nextPerson()]
    const one = await office.confirm(proved, 'erase')
    const other = await office.confirm(stated, 'erase')
    await office.decide(one.id, { decision: 'fulfil', identity_checked: true })
    await office.decide(other.id, { decision: 'fulfil' })
    const count = async (value: string) => {
      const [row] = await office.app.database.owner<
        { records: number }[]
      >`SELECT count(*)::int AS records FROM rec
        WHERE doc LIKE ${`%${value}%`}`
      return row?.records
    }
    expect(await count(proved.phone)).toBe(0)
    expect([await count(stated.email), await count(stated.phone)]).toEqual([0, 1])
    expect(await office.countFound(stated.email)).toBe(0)
  })

  test.each(['object', 'erase'])(
    'and belongs to a stranger is released by a fulfilled request to %s',
    async want => {
      const stranger = office.nextPerson()
      const email = `own-${want}@example.com`
      const { id } = await office.confirm(stranger, want, { email })
      expect(await office.countFound(stranger.phone)).toBe(0)
      const { body } = await office.decide(id, { decision: 'fulfil' })
      expect(body.request.held).toEqual(['e-mail'])
      expect(await office.countFound(stranger.phone)).toBeGreaterThan(0)
      expect(await office.countFound(statedOf(stranger).name)).toBeGreaterThan(0)
      const [active] = await office.app.database.owner<
        { kinds: string }[]
      >`SELECT string_agg(kind, ' ') AS kinds
      FROM suppression WHERE request = ${`О-${String(id).padStart(4, '0')}`} AND state = 'active'`
      expect(active?.kinds).toBe('email')
    }
  )

  test('is held by the longest of overlapping requests, and lifted by none of them alone', async () => {
    const person = office.nextPerson()
    const first = await office.confirm(person, 'object')
    const second = await office.confirm(person, 'erase', { email: 'other-box@example.com' })
    await office.decide(first.id, { decision: 'refuse' })
    expect(await office.countFound(person.phone)).toBe(0)
    await office.decide(second.id, { decision: 'refuse' })
    expect(await office.countFound(person.phone)).toBeGreaterThan(0)
  })

  test('stays held when one request is refused just as another is confirmed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = office.nextPerson()
      const first = await office.confirm(person, 'object')
      const email = `race${round}@example.com`
      const key = newKey()
      await office.post('/requests', { key, want: 'object', ...statedOf(person), email })
      const code = office.notifier.codeFor(email)
      const [decided, second] = await Promise.all([
        office.decide(first.id, { decision: 'refuse' }),
        office.post('/requests/confirm', { key, code })
      ])
      expect([decided.status, second.status]).toEqual([200, 200])
      const holds = await office.holdsOf(Number(second.body.number.slice(2)))
      expect(holds.map(({ state }) => state)).toEqual(['provisional'])
    }
  })

  test('that an administrator has put on the list stays there whatever becomes of the request', async () => {
    const person = office.nextPerson()
    const first = await office.confirm(person, 'object')
    await office.decide(first.id, { decision: 'fulfil', identity_checked: true })
    const second = await office.confirm(person, 'object', { email: 'second-box@example.com' })
    await office.decide(second.id, { decision: 'refuse' })
    expect(await office.countFound(person.phone)).toBe(0)
  })
})

describe('an administrator', () => {
  test('decides once: of two at once one is told so', async () => {
    const other = await signedInAs(office.app, ROLE_ADMIN)
    const { id } = await office.confirm(office.nextPerson(), 'object')
    const answers = await Promise.all([
      office.decide(id, { decision: 'fulfil' }),
      office.decide(id, { decision: 'refuse' }, other)
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('REQUEST_DECIDED')
    const [{ rows } = { rows: 0 }] = await office.app.database.owner<
      { rows: number }[]
    >`SELECT count(*)::int AS rows
      FROM audit_event WHERE action = 'subject_decide' AND detail->>'request' = ${`О-${String(id).padStart(4, '0')}`}`
    expect(rows).toBe(1)
  })

  test('asks for a document once, which makes the term and the hold longer', async () => {
    const person = office.nextPerson()
    const { id, due_on } = await office.confirm(person, 'object')
    const extended = await office.decide(id, { decision: 'extend', answer: 'Пришлите документ' })
    const due = addWorkingDays(due_on, 5)
    expect(extended.body.request).toMatchObject({ state: 'document', due_on: due, is_extended: true })
    expect(await office.holdsOf(id)).toEqual([{ state: 'provisional', until: addWorkingDays(due, 5) }])
    expect(office.notifier.messages.findLast(({ to }) => to === person.email)?.text).toBe('Пришлите документ')
    expect((await office.decide(id, { decision: 'extend' })).body.code).toBe('REQUEST_DECIDED')
    expect((await office.decide(id, { decision: 'fulfil' })).status).toBe(200)
  })

  test('is told of overdue requests, those whose term ends first before the others', async () => {
    const { id } = await office.confirm(office.nextPerson(), 'correct')
    await office.app.database.owner`UPDATE subject_request SET due_on = current_date - 30 WHERE id = ${id}`
    const { body } = await office.admin.get('/api/auth/admin/subject_requests')
    expect(body.requests[0].id).toBe(id)
    expect(body.requests[0].days_left).toBeLessThan(0)
    expect(body.overdue).toBe(1)
    expect(JSON.stringify(body)).not.toContain('@')
    await office.decide(id, { decision: 'fulfil' })
    expect((await office.admin.get('/api/auth/admin/subject_requests')).body.overdue).toBe(0)
  })

  test('sends an answer again that the notifier did not take', async () => {
    const person = office.nextPerson()
    const { id } = await office.confirm(person, 'correct')
    office.notifier.override = () => Response.json({ accepted: false })
    const decided = await office.decide(id, { decision: 'fulfil', answer: 'Исправлено' })
    expect([decided.status, decided.body.request.is_unsent]).toEqual([200, true])
    office.notifier.override = null
    const sent = await office.admin.post(`/api/auth/admin/subject_requests/${id}/send`)
    expect(sent.body.request.is_unsent).toBe(false)
    expect(office.notifier.messages.findLast(({ to }) => to === person.email)?.text).toBe('Исправлено')
  })
})

test('the audit tells the states of a request in words', async () => {
  const { id, number } = await office.confirm(office.nextPerson(), 'object')
  await office.decide(id, { decision: 'extend' })
  await office.decide(id, { decision: 'refuse' })
  const { body } = await office.admin.get('/api/auth/admin/audit?act=subject_decide&limit=10')
  const own = body.events.filter(({ subject }: { subject: string }) => subject.includes(number))
  expect(own.flatMap(({ changes }: { changes: object[] }) => changes)).toEqual([
    { name: 'Состояние', before: REQUEST_STATES.document, after: REQUEST_STATES.refused },
    { name: 'Состояние', before: REQUEST_STATES.open, after: REQUEST_STATES.document }
  ])
})

describe('the report', () => {
  const openLink = (secret: string) => office.post('/report', { secret })

  test('says what sources hold by the confirmed address, and who asked, once', async () => {
    const person = office.nextPerson()
    expect(await office.countFound(person.email)).toBeGreaterThan(0)
    const { id } = await office.confirm(person, 'access')
    await office.decide(id, { decision: 'fulfil' })
    const secret = office.notifier.linkFor(person.email)
    const answers = await Promise.all([openLink(secret), openLink(secret)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const { report } = answers.find(({ status }) => status === 200)?.body ?? {}
    expect(report.records.length).toBeGreaterThan(0)
    for (const { fields } of report.records)
      expect(fields.some(({ value }: { value: string }) => value.toLowerCase() === person.email)).toBe(true)
    expect(report.looked_for).toEqual([{ kind: 'e-mail', value: person.email, is_confirmed: true }])
    expect(report.asked[0]).toMatchObject({ act: 'Поиск', role: ROLE_INFINITY, via: 'сайт', username: null })
    expect(JSON.stringify(report)).not.toContain(office.searcher.username)
    expect(report.operator.name).toBe('АНО «Демо»')
    expect(new Set(report.records.map(({ source }: { source: string }) => source))).toEqual(
      new Set(report.sources.map(({ key }: { key: string }) => key))
    )
  })

  test('is not hidden by a block of one’s own, and hides whoever else is blocked', async () => {
    const person = office.nextPerson()
    const before = await office.confirm(person, 'access')
    const whole = `/api/auth/admin/subject_requests/${before.id}/report?whole=1`
    const { report: first } = (await office.admin.get(whole)).body
    expect(first.records.length).toBeGreaterThan(0)
    await office.confirm(person, 'object', { email: `${newKey()}@example.com` })
    expect(await office.countFound(person.phone)).toBe(0)
    const { report: second } = (await office.admin.get(whole)).body
    expect(second.records).toEqual(first.records)
  })

  test('names what this request holds, before the decision and after it', async () => {
    const heldBy = async (id: number) =>
      (await office.admin.get(`/api/auth/admin/subject_requests/${id}/report`)).body.report.held
    const access = await office.confirm(office.nextPerson(), 'access')
    expect(await heldBy(access.id)).toEqual([])
    const { id } = await office.confirm(office.nextPerson(), 'object')
    expect((await heldBy(id)).toSorted()).toEqual(['e-mail', 'ФИО и дата рождения', 'телефон'])
    await office.decide(id, { decision: 'fulfil' })
    expect(await heldBy(id)).toEqual(['e-mail'])
  })

  test('names as held what is hidden still, and acts on all that was stated', async () => {
    const { id, number } = await office.confirm(office.nextPerson(), 'erase')
    await office.app.database.owner`UPDATE suppression SET expires_at = now() WHERE request = ${number}`
    const { held, acts_on } = (await office.admin.get(`/api/auth/admin/subject_requests/${id}`)).body.request
    expect([held, acts_on]).toEqual([[], ['e-mail', 'телефон', 'ФИО и дата рождения']])
  })

  test('looks for what was only stated when a document was seen, and leaves out what is somebody else’s', async () => {
    const person = office.nextPerson()
    const stranger = { email: `${newKey().toLowerCase()}x@example.com` }
    const { id } = await office.confirm(person, 'access', stranger)
    const path = `/api/auth/admin/subject_requests/${id}/report`
    expect((await office.admin.get(path)).body.report.records).toEqual([])
    const { records } = (await office.admin.get(`${path}?whole=1`)).body.report
    expect(records.length).toBeGreaterThan(1)
    const left_out = [records[0].record_id]
    await office.decide(id, { decision: 'fulfil', identity_checked: true, left_out })
    const opened = await openLink(office.notifier.linkFor(stranger.email))
    expect(opened.body.report.records).toEqual(records.slice(1))
  })

  test('opens by no link that was not sent, or is too old', async () => {
    const person = office.nextPerson()
    const { id } = await office.confirm(person, 'access')
    await office.decide(id, { decision: 'fulfil' })
    const old = office.notifier.linkFor(person.email)
    await office.admin.post(`/api/auth/admin/subject_requests/${id}/send`)
    const secret = office.notifier.linkFor(person.email)
    expect(secret).not.toBe(old)
    await office.app.database.owner`UPDATE subject_request SET report_expires_at = now() WHERE id = ${id}`
    for (const each of [old, secret, 'x'.repeat(43)])
      expect((await openLink(each)).body.code).toBe('REPORT_LINK_USED')
  })
})

test('a fulfilled erasure and its decision are one: neither is there without the other', async () => {
  const person = office.nextPerson()
  const { id } = await office.confirm(person, 'erase')
  const { owner } = office.app.database
  await owner.unsafe(`CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
    CREATE TRIGGER cut_off BEFORE INSERT ON audit_event FOR EACH ROW
      WHEN (NEW.action = 'suppression_erase') EXECUTE FUNCTION cut_off()`)
  expect((await office.decide(id, { decision: 'fulfil' })).status).toBeGreaterThanOrEqual(500)
  await owner.unsafe('DROP TRIGGER cut_off ON audit_event')
  const { body } = await office.admin.get(`/api/auth/admin/subject_requests/${id}`)
  expect(body.request.state).toBe('open')
  expect((await office.decide(id, { decision: 'fulfil' })).status).toBe(200)
  const [row] = await owner<{ records: number }[]>`SELECT count(*)::int AS records FROM rec
    WHERE doc LIKE ${`%${person.email}%`}`
  expect(row?.records).toBe(0)
})
