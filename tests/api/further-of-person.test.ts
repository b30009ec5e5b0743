import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Person as DemoPerson } from '#api/db/seed/people.ts'
import { FURTHER_RECORDS_MAX, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { DetailedAnswer, MoreAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person as Client, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { loadTruth, type Truth } from '#tests/quality/truth.ts'
import { idsIn, perform } from './card-indexes.ts'

type Body = MoreAnswer & { code?: string }
const more = async (client: Client, body: object): Promise<{ status: number; body: Body }> =>
  await client.post('/api/search/more', body)

const two = (part: number) => String(part).padStart(2, '0')
const nameAndDate = ({ surname, givenName, patronymic, day, month, year }: DemoPerson) =>
  `${surname} ${givenName} ${patronymic} ${two(day)}.${two(month)}.${year}`

describe('every person of a demo, from each of their identifiers', () => {
  const PEOPLE = 120
  let truth: Truth
  let client: Client
  beforeAll(async () => {
    truth = await loadTruth(7, PEOPLE)
    client = await signedInAs(truth.app, ROLE_INFINITY)
  })
  afterAll(() => truth.close())

  test('gets records of this person alone, and from a number of theirs nearly all that a name and a date join', async () => {
    const counts = { asked: 0, before: 0, after: 0, byName: 0, reached: 0 }
    for (const person of truth.people) {
      const own = new Set(truth.recordsOf.get(person.no))
      const facts = new Set([...own].flatMap(truth.factsOf))
      const cardIn = (answer: DetailedAnswer) =>
        answer.persons.find(card => recordIdsOf(card).some(id => own.has(id)))
      const named = cardIn(await perform(client, nameAndDate(person)))
      const numbers = [person.inn, person.snils, person.passport]
      const theirs = [...numbers, person.phone, person.email].filter(line => facts.has(line))
      const foundBy = new Set<string>()
      const values = [...facts].filter(fact => fact !== 'date')
      for (const line of [nameAndDate(person), ...values])
        for (const id of idsIn(await perform(client, line))) foundBy.add(id)
      for (const line of theirs) {
        const answer = await perform(client, line)
        const card = cardIn(answer)
        if (!card) continue
        const order = { search_id: answer.search_id, further: card.id }
        const counted = await more(client, { ...order, count_only: true })
        const { body } = await more(client, order)
        expect(counted.body).toMatchObject({ results_count: 0, persons: [], further: body.further })
        const added = Object.keys(body.matches)
        expect(added.filter(id => !own.has(id))).toEqual([])
        expect(body.further?.records).toBe(added.length)
        for (const id of added) expect(body.matches[id]?.further?.text).toBeTruthy()
        const after = new Set([...recordIdsOf(card), ...body.persons.flatMap(recordIdsOf)])
        expect(added.filter(id => !after.has(id))).toEqual([])
        expect(added.filter(id => !foundBy.has(id))).toEqual([])
        counts.asked += 1
        counts.before += recordIdsOf(card).length
        counts.after += after.size
        const isOne = named && recordIdsOf(named).some(id => after.has(id))
        if (!isOne || !numbers.includes(line)) continue
        counts.byName += recordIdsOf(named).length
        counts.reached += recordIdsOf(named).filter(id => after.has(id)).length
      }
    }
    expect(counts.asked).toBeGreaterThan(PEOPLE)
    expect(counts.after / counts.before).toBeGreaterThan(1.4)
    expect(counts.reached / counts.byName).toBeGreaterThan(0.97)
  }, 180_000)
})

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'ФИО', kind: 'full_name' as const },
  { label: 'Дата рождения', kind: 'birth_date' as const },
  { label: 'Телефон', kind: 'phone' as const },
  { label: 'СНИЛС', kind: 'snils' as const }
]
const HE = ['Дополнев Илья Андреевич', '14.03.1981'] as const
const PHONE = '+7 973 300-10-01'
const MANY = 130
/** Records of one person by name and date, the first of which has the phone. */
function rowsOf(key: string, name: string, born: string, phone: string, series: string): string[][] {
  const phoneAt = (at: number) => `+7 973 ${series}-${two(Math.floor(at / 100))}-${two(at % 100)}`
  return Array.from({ length: MANY }, (_, at) => [
    `${key}${at}`,
    name,
    born,
    at === 0 ? phone : phoneAt(at),
    ''
  ])
}
const ROWS = [
  ['1', ...HE, PHONE, ''],
  ['2', ...HE, '', '134-582-679 37'],
  ['3', 'Дополнев И. А.', '14.03.1981', '', ''],
  // A twin, a namesake, and a stranger with a phone of his.
  ['4', 'Дополнев Олег Андреевич', '14.03.1981', '', ''],
  ['5', 'Дополнев Илья Андреевич', '15.03.1981', '', ''],
  ['6', 'Посторонний Яков Яковлевич', '', PHONE, ''],
  ['7', 'Скрытнев Олег Ильич', '01.02.1990', '+7 973 300-10-07', ''],
  ['8', 'Скрытнев Олег Ильич', '01.02.1990', '+7 973 300-10-08', ''],
  ...rowsOf('m', 'Многов Пётр Петрович', '02.02.1982', '+7 973 300-20-00', '301'),
  ...rowsOf('n', 'Частов Семён Ильич', '03.03.1983', '+7 973 300-20-01', '302')
]

describe.each(ENGINES)('further records of a person, on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadSource(app, 'further', { title: 'Картотека', kind: 'ordinary', columns: COLUMNS, rows: ROWS })
    invalidateSourceCache(app)
  })
  afterAll(() => app.stop())

  const search = async (client: Client, query = PHONE) => {
    const answer = await perform(client, query)
    const person = answer.persons.find(({ name }) => name.startsWith('Дополнев'))
    return { answer, order: { search_id: answer.search_id, further: person?.id ?? answer.persons[0]?.id } }
  }
  const shown = (body: Body) => Object.keys(body.matches).sort()

  test('are counted and added for nothing, with their rules, and nobody else’s', async () => {
    const client = await registerAndLogin(app)
    const { order } = await search(client)
    const counted = (await more(client, { ...order, count_only: true })).body
    expect(counted).toMatchObject({ results_count: 0, results_by_source: {}, matches: {}, charged: 0 })
    expect(counted.further).toEqual({
      person_id: order.further ?? '',
      records: 2,
      is_exact: true,
      rules: [expect.objectContaining({ is_certain: false, records: 1 }), expect.anything()],
      failed_sources: []
    })
    const { body } = await more(client, order)
    expect(shown(body)).toEqual(['further:2', 'further:3'])
    expect(body.matches['further:2']).toMatchObject({
      score: 0,
      reasons: [],
      further: { rule: 'name_birth_date', text: 'ФИО и дата рождения совпали', is_certain: false }
    })
    expect(body.persons.map(card => recordIdsOf(card).toSorted())).toEqual([
      ['further:1', 'further:2', 'further:3']
    ])
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
    // The same again is the same, also for a page that has the answer of its line alone.
    const again = (await more(client, order)).body
    expect([shown(again), again.further]).toEqual([shown(body), body.further])
    const people = (await more(client, { search_id: order.search_id, people: [order.further] })).body
    expect(people.persons.map(card => recordIdsOf(card).length)).toEqual([3])
    expect(people.matches['further:2']?.further?.rule).toBe('name_birth_date')
    const compared = await client.get(
      `/api/search/${order.search_id}/compare?a=${order.further}&b=further%3A6`
    )
    expect(compared.status).toBe(200)
    expect((await client.get(`/api/search/${order.search_id}`)).body.withdrawn).toBeNull()
  })

  test('leave an audit of what was looked up and what was shown', async () => {
    const client = await registerAndLogin(app)
    const { order } = await search(client)
    await more(client, { ...order, count_only: true })
    await more(client, order)
    const rows = await app.database.owner`SELECT action, result_count AS count,
        coalesce(cardinality(record_ids), 0) AS records, cardinality(query_tokens) > 1 AS has_tokens
      FROM audit_event WHERE actor_id = ${client.user.id} AND action = 'search_more' ORDER BY id`
    expect([...rows]).toEqual([
      { action: 'search_more', count: 0, records: 0, has_tokens: true },
      { action: 'search_more', count: 2, records: 2, has_tokens: true }
    ])
  })

  test('are those of somebody whom this search showed, while it goes on, for its user', async () => {
    const [client, other] = [await registerAndLogin(app), await registerAndLogin(app)]
    const { order } = await search(client)
    expect((await more(other, order)).status).toBe(404)
    const stranger = (await search(other, 'Дополнев Олег Андреевич 14.03.1981')).order.further
    for (const further of [stranger, 'pzzzzzzzzzzzzz', 'further:2', '+7 973 300-10-07'])
      expect((await more(client, { ...order, further })).body.code).toBe('UNKNOWN_PERSON')
    for (const wrong of [
      { source: 'further' },
      { people: [order.further] },
      { cursor: 'x' },
      { further: '' }
    ])
      expect((await more(client, { ...order, ...wrong })).status).toBe(400)
    expect((await more(client, { search_id: order.search_id, count_only: true })).status).toBe(400)
    await app.database
      .owner`UPDATE search_history SET created_at = created_at - make_interval(mins => ${SEARCH_LIVE_MINUTES})
      WHERE user_id = ${client.user.id}`
    expect((await more(client, order)).body.code).toBe('SEARCH_EXPIRED')
  })

  test('are no more than a bounded number of a search, however often it is asked', async () => {
    const client = await registerAndLogin(app)
    const { order } = await search(client, '+7 973 300-20-00')
    const ids = new Set<string>()
    for (let call = 0; call < 3; call += 1) {
      const { body } = await more(client, order)
      expect(body.further?.is_exact).toBe(false)
      for (const id of shown(body)) ids.add(id)
    }
    expect(ids.size).toBe(FURTHER_RECORDS_MAX)
  })

  test('are no more of two people who are asked for at once', async () => {
    const client = await registerAndLogin(app)
    const { answer } = await search(client, '+7 973 300-20-00; +7 973 300-20-01')
    const people = answer.persons.map(({ id }) => id)
    expect(people).toHaveLength(2)
    const answers = await Promise.all(
      people.map(further => more(client, { search_id: answer.search_id, further }))
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.flatMap(({ body }) => shown(body))).size).toBe(FURTHER_RECORDS_MAX)
  })

  test('take their turn with the searches of the account', async () => {
    const client = await registerAndLogin(app)
    const { order } = await search(client)
    const answers = await Promise.all(Array.from({ length: 6 }, () => more(client, order)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const records = answers.map(({ body }) => shown(body).length)
    expect(records).toEqual(Array(6).fill(2))
  })

  test('of somebody suppressed are as if there were none', async () => {
    const client = await registerAndLogin(app)
    const { order } = await search(client, '+7 973 300-10-07')
    expect((await more(client, { ...order, count_only: true })).body.further?.records).toBe(1)
    await suppress(app, { kind: 'phone', value: '9733001008' })
    invalidateSourceCache(app)
    expect((await more(client, order)).body.further).toMatchObject({ records: 0, is_exact: true })
    await suppress(app, { kind: 'phone', value: '9733001007' })
    invalidateSourceCache(app)
    expect((await more(client, order)).body.code).toBe('UNKNOWN_PERSON')
  })
})
