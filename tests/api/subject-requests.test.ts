import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newKey, openOffice, type SubjectOffice, statedOf } from '#tests/kit/subject-office.ts'

type Fields = Record<string, unknown>

type Seeded = ReturnType<SubjectOffice['nextPerson']>

let office: SubjectOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.stop())

describe('a request', () => {
  test('is taken alike of somebody known, somebody unknown and an administrator', async () => {
    const person = office.nextPerson()
    const unknown = { name: 'Ктотов Неведом', birth_date: '01.02.1970', email: 'nobody@example.com' }
    const statements = [
      statedOf(person),
      unknown,
      { name: office.admin.username, email: 'admin@example.com' }
    ]
    const answers = await Promise.all(
      ['access', 'erase', 'object', 'correct'].flatMap(want =>
        statements.map(async stated => {
          const answer = await office.app.request('/api/privacy/requests', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...office.newAddress() },
            body: JSON.stringify({ key: newKey(), want, ...stated, email: `${newKey()}@example.com` })
          })
          const { 'x-request-id': _, date, ...headers } = Object.fromEntries(answer.headers)
          return JSON.stringify([answer.status, headers, await answer.text()])
        })
      )
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('отправлен код')
  })

  test('reads nothing of records, sources or the list before its code, and the same of everybody then', async () => {
    const read: string[] = []
    const { engine, book, sources } = office.app.context
    const watched = [engine, book, sources].map(part => {
      const names = Object.keys(part).filter(name => typeof Reflect.get(part, name) === 'function')
      return names.map(name => {
        const own = Reflect.get(part, name)
        Reflect.set(part, name, (...parameters: unknown[]) => {
          read.push(name)
          return own.apply(part, parameters)
        })
        return () => Reflect.set(part, name, own)
      })
    })
    try {
      const ours = await office.confirm(office.nextPerson(), 'object')
      const stranger = { name: 'Никтов Нигде', birth_date: '01.02.1971', phone: '', email: 'no1@example.com' }
      const other = await office.confirm(office.nextPerson(), 'object', stranger)
      expect(read).toEqual(['forget', 'forget'])
      expect(Object.keys(ours)).toEqual(Object.keys(other))
      expect(JSON.stringify(ours).length).toBe(JSON.stringify(other).length)
    } finally {
      for (const restore of watched.flat()) restore()
    }
  })

  test('is refused in Russian, field by field, when it says nothing that can be used', async () => {
    const bad: [Fields, string][] = [
      [{ email: '', phone: '' }, 'email'],
      [{ email: 'not an address' }, 'email'],
      [{ phone: '12' }, 'phone'],
      [{ birth_date: '31.02.1980' }, 'birth_date'],
      [{ birth_date: '1980' }, 'birth_date'],
      [{ name: 'Одинов', birth_date: '01.02.1980' }, 'name'],
      [{ name: 'я'.repeat(201) }, 'name'],
      [{ want: 'everything' }, 'want'],
      [{ key: 'short' }, 'key'],
      [{ note: 'a\0b' }, 'note'],
      [{ on_behalf: 'yes' }, 'on_behalf']
    ]
    for (const [wrong, field] of bad) {
      const body = { key: newKey(), want: 'erase', email: 'someone@example.com', ...wrong }
      const { status, body: refusal } = await office.post('/requests', body)
      expect([status, refusal.code, Object.keys(refusal.fields)]).toEqual([400, 'BAD_INPUT', [field]])
      expect(refusal.fields[field]).toMatch(/[а-я]/)
    }
    expect(office.notifier.messages.some(({ to }) => to === 'someone@example.com')).toBe(false)
  })

  test('of one address is taken ten times in a thousand', async () => {
    const headers = office.newAddress()
    const ask = (at: number) =>
      office.post('/requests', { key: newKey(), want: 'access', email: `crowd${at}@example.com` }, headers)
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => ask(at)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['429 TOO_MANY_SUBJECT_REQUESTS'])
    )
    expect(refused[0]?.body.error).toMatch(/^Слишком много обращений .+ мин\.$/)
    expect(office.notifier.messages.filter(({ to }) => to.startsWith('crowd'))).toHaveLength(10)
  })

  test('of one contact gets three codes from one address, which locks nobody else out', async () => {
    const headers = office.newAddress()
    const email = 'often@example.com'
    const ask = (from?: Record<string, string>) =>
      office.post('/requests', { key: newKey(), want: 'access', email }, from)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(headers)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(office.notifier.messages.filter(({ to }) => to === email)).toHaveLength(3)
    expect((await ask()).status).toBe(200)
  })

  test('of a key that another one has is refused, and changes nothing', async () => {
    const body = { key: newKey(), want: 'access', email: 'first@example.com' }
    await office.post('/requests', body)
    for (const other of [{ want: 'erase' }, { email: 'second@example.com' }, { on_behalf: true }]) {
      const refused = await office.post('/requests', { ...body, ...other })
      expect([refused.status, refused.body.code]).toEqual([409, 'KEY_REUSED'])
    }
    expect(office.notifier.messages.filter(({ to }) => to === 'second@example.com')).toEqual([])
  })

  test('is one request when its page sends it again', async () => {
    const body = { key: newKey(), want: 'access', email: 'twice@example.com' }
    expect((await office.post('/requests', body)).body).toEqual((await office.post('/requests', body)).body)
    expect(office.notifier.messages.filter(({ to }) => to === 'twice@example.com')).toHaveLength(1)
  })

  test('leaves nothing where its code could not be sent, and says so', async () => {
    office.notifier.override = () => new Response(null, { status: 302, headers: { Location: '/elsewhere' } })
    const body = { key: newKey(), want: 'access', email: 'later@example.com' }
    const refused = await office.post('/requests', body)
    expect([refused.status, refused.body.code]).toEqual([503, 'NOTIFIER_DOWN'])
    office.notifier.override = null
    expect((await office.post('/requests', body)).status).toBe(200)
    expect(office.notifier.codeFor('later@example.com')).toMatch(/^\d{6}$/)
  })

  test('keeps no value that a person stated, but sealed', async () => {
    const person = office.nextPerson()
    await office.confirm(person, 'erase', { note: 'Секретное пояснение' })
    const [row] = await office.app.database.owner<{ all: string }[]>`SELECT string_agg(concat_ws(' ', r::text,
        (SELECT string_agg(t::text, ' ') FROM subject_request_token t), encode(r.stated, 'escape')), ' ') AS all
      FROM subject_request r`
    for (const value of [person.email, person.phone, person.surname, 'Секретное'])
      expect(row?.all).not.toContain(value)
    const [audit] = await office.app.database.owner<{ all: string }[]>`SELECT string_agg(e::text, ' ') AS all
      FROM audit_event e WHERE action LIKE 'subject%'`
    expect(audit?.all).not.toContain(person.email)
  })
})

describe('a request about what is on the list already', () => {
  const END = '2099-01-31'
  const listed = (person: Seeded, more: object) =>
    office.admin.post('/api/auth/admin/suppressions', {
      values: [{ kind: 'email', value: person.email }],
      reason: 'objection',
      ...more
    })
  const entryOf = async (id: number) => {
    const { body } = await office.admin.get('/api/auth/admin/suppressions?limit=100')
    const entry = body.suppressions.find((each: { id: number }) => each.id === id)
    return [entry.state, entry.expires_at_str]
  }
  const own = (person: Seeded) => ({ name: '', birth_date: '', phone: '', email: person.email })

  test.each([
    ['for good', {}],
    ['up to a day', { until: END }]
  ])('neither shortens nor lifts what an administrator entered provisionally %s', async (_, end) => {
    const person = office.nextPerson()
    const { body } = await listed(person, { ...end, is_provisional: true })
    const [{ id }] = body.added
    const before = await entryOf(id)
    const request = await office.confirm(person, 'object', own(person))
    expect(await entryOf(id)).toEqual(before)
    await office.decide(request.id, { decision: 'refuse' })
    expect(await entryOf(id)).toEqual(before)
  })

  test.each([
    ['for good', {}],
    ['up to a day', { until: END }]
  ])('does not lift what an administrator took over meanwhile, provisionally %s', async (_, end) => {
    const person = office.nextPerson()
    const request = await office.confirm(person, 'object', own(person))
    const { body } = await listed(person, { ...end, is_provisional: true, request: null })
    const [{ id }] = body.added
    const before = await entryOf(id)
    expect([before[0], before[1] === null]).toEqual(['provisional', !('until' in end)])
    await office.decide(request.id, { decision: 'refuse' })
    expect(await entryOf(id)).toEqual(before)
  })

  test('stands for good once it is fulfilled, where an entry had an end', async () => {
    const person = office.nextPerson()
    await listed(person, { until: END })
    const { id } = await office.confirm(person, 'object', own(person))
    expect(await office.holdsOf(id)).toEqual([{ state: 'active', until: END }])
    await office.decide(id, { decision: 'fulfil' })
    expect(await office.holdsOf(id)).toEqual([{ state: 'active', until: null }])
  })

  test('is not lifted by a refusal once an administrator has made it permanent at the same moment', async () => {
    const person = office.nextPerson()
    const { id } = await office.confirm(person, 'object', own(person))
    const { owner } = office.app.database
    const refusal = await owner.begin(async tx => {
      await tx`UPDATE suppression SET state = 'active', expires_at = NULL
        WHERE token IN (SELECT token FROM subject_request_token WHERE request_id = ${id})`
      const answer = office.decide(id, { decision: 'refuse' })
      while ((await waiting()) === 0) await Bun.sleep(5)
      return { answer }
    })
    expect((await refusal.answer).status).toBe(200)
    expect(await office.holdsOf(id)).toEqual([{ state: 'active', until: null }])
  })

  const waiting = async () => {
    const [row] = await office.app.database.owner<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return row?.n ?? 0
  }
})
