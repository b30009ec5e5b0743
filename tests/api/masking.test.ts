import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { innOfOrganisation, innOfPerson, passportOfPerson, snilsOfPerson } from '#api/db/seed/identifiers.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { DetailedAnswer } from '#shared/contracts/search.ts'
import type { FtmEntity } from '#shared/ftm/entity.ts'
import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, setRole, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { around, passportForms, phoneForms, snilsForms } from '#tests/kit/written-numbers.ts'

const PERFORM = '/api/search/perform'
const PEOPLE = 60
const random = seededRandom(7527)
const oneOf = <T>(of: readonly T[]): T => of[random(of.length)] as T
const arabic = (digits: string) => digits.replace(/\d/g, digit => String.fromCharCode(0x660 + Number(digit)))

/** Nobody, with numbers in every form that people write. */
function personOf(n: number) {
  const passport = passportOfPerson(n, 1)
  const own = {
    passport,
    snils: snilsOfPerson(n, 2),
    inn: innOfPerson(n, 3),
    employer: innOfOrganisation(1_234_567 + n * 7_919),
    phone: `7973${String(1_000_000 + n * 7_919).slice(0, 7)}`,
    name: `Скрытнов Иван ${['Петрович', 'Ильич', 'Олегович'][n % 3]}`,
    birth: `${String(1 + (n % 28)).padStart(2, '0')}.0${1 + (n % 9)}.19${50 + (n % 40)}`
  }
  const split = `серия ${passport.slice(0, 2)} ${passport.slice(2, 4)} выдан 01.02.2003 номер ${passport.slice(4)}`
  const remark = [
    oneOf([...passportForms(passport), split]),
    oneOf([...snilsForms(own.snils), arabic(own.snils)]),
    oneOf([...around(own.inn, 'ИНН', 'инн:'), own.inn]),
    `тел. ${oneOf(phoneForms(own.phone))}`
  ].join('; ')
  return { ...own, remark, secrets: [own.passport, own.snils, own.inn, own.employer] }
}
const CROWD = Array.from({ length: PEOPLE }, (_, n) => personOf(n))
const SECRETS = new Set(CROWD.flatMap(({ secrets }) => secrets))
/** Whoever knows the last six digits of a passport and who it is of has it. */
const NUMBERS = new Set(CROWD.map(({ passport }) => passport.slice(4)))

async function load(app: TestApp) {
  await loadSource(app, 'typed', {
    title: 'Колонки',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Телефон: 'phone',
      Паспорт: 'passport',
      СНИЛС: 'snils',
      ИНН: 'inn',
      'ИНН организации': 'organization_inn'
    }),
    rows: CROWD.map(({ name, birth, phone, passport, snils, inn, employer }, n) => [
      String(n),
      name,
      birth,
      oneOf(phoneForms(phone).slice(0, 12)),
      // A wrong number in its column is hidden too.
      n % 10 === 9 ? `${passport}1` : oneOf(passportForms(passport)),
      oneOf(snilsForms(snils)),
      n % 7 === 6 ? inn.replace(/^0+/, '') : inn,
      employer
    ])
  })
  await loadSource(app, 'told', {
    title: 'Рассказ',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      Абонент: 'full_name',
      Телефон: 'phone',
      Примечание: 'other',
      id: 'other'
    }),
    rows: CROWD.map(({ name, phone, remark, inn }, n) => [String(n), name, phone, remark, inn])
  })
}

/** As a spreadsheet keeps it; what is left is still a number of somebody. */
const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d{8})/, '')

/** Every text of an answer but what its caller wrote. */
function textsIn(value: unknown, path: string[] = []): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path: path.join('.'), text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    path.length === 0 && ['query', 'request', 'readings', 'search_id'].includes(key)
      ? []
      : textsIn(each, [...path, key])
  )
}

function secretsIn(answer: unknown): string[] {
  return textsIn(answer).flatMap(({ path, text }) => {
    const parts = asciiDigits(text)
      .split('•')
      .map(part => part.replace(/\D/g, ''))
    const whole = [...SECRETS].filter(secret => parts.some(part => part.includes(withoutZeros(secret))))
    const numbers = (asciiDigits(text).match(/(?<!\d)\d{6}(?!\d)/g) ?? []).filter(number =>
      NUMBERS.has(number)
    )
    return [...whole, ...numbers].map(secret => `${path}: ${text} tells ${secret}`)
  })
}

describe('a role of MASKED_ROLES', () => {
  let app: TestApp
  let masked: Person
  let full: Person
  beforeAll(async () => {
    app = await startApp({ MASKED_ROLES: ROLE_USER })
    await load(app)
    masked = await signedInAs(app, ROLE_USER, 1_000)
    full = await signedInAs(app, ROLE_INFINITY)
  })
  afterAll(() => app.stop())

  const search = async (person: Person, query: string): Promise<DetailedAnswer> => {
    const { status, body } = await person.post(PERFORM, { query, detail: 'full' })
    expect(status).toBe(200)
    return body
  }

  test('finds by every number, and no text of any answer tells one', async () => {
    for (const [n, { passport, snils, inn, phone, name, birth }] of CROWD.entries())
      for (const query of [oneOf([passport, snils, `ИНН ${inn}`]), oneOf([phone, `${name} ${birth}`])]) {
        const answer = await search(masked, query)
        expect({ query, found: answer.results_count > 0 }).toEqual({
          query,
          found: n % 10 !== 9 || answer.results_count > 0
        })
        expect(secretsIn(answer)).toEqual([])
      }
  })

  test('is answered as whoever sees all, but for the masked digits', async () => {
    for (const { phone } of CROWD.slice(0, 10)) {
      const [hidden, shown] = [await search(masked, phone), await search(full, phone)]
      expect(secretsIn(shown).length).toBeGreaterThan(0)
      const shape = (answer: DetailedAnswer) =>
        JSON.stringify([answer.results_by_source, answer.matches, answer.persons]).replace(/[\p{Nd}•]/gu, '#')
      expect(shape(hidden)).toBe(shape(shown))
      const phones = (answer: DetailedAnswer) => answer.persons.map(person => person.phones)
      expect(phones(hidden)).toEqual(phones(shown))
      const columns = (answer: DetailedAnswer) =>
        Object.values(answer.results_by_source).flatMap(rows =>
          rows.map(row => [row.ФИО, row.Телефон, row['Дата рождения']])
        )
      expect(columns(hidden)).toEqual(columns(shown))
      const [record] = hidden.results_by_source.typed ?? []
      expect(
        [record?.ИНН, record?.['ИНН организации']].map(String).every(text => /^•+\d{3}$/.test(text))
      ).toBe(true)
    }
  })

  test('is told nothing by what goes on with a search, a comparison, a program or a list', async () => {
    const { search_id, persons } = await search(masked, 'Скрытнов Иван')
    const [a, b] = persons.map(({ id }) => id)
    const answers: unknown[] = []
    for (const body of [{}, { people: [a, b] }, { further: a }, { source: 'typed' }])
      answers.push((await masked.post('/api/search/more', { search_id, ...body })).body)
    answers.push((await masked.get(`/api/search/${search_id}/compare?a=${a}&b=${b}`)).body)
    answers.push((await masked.get(`/api/search/${search_id}?names=true`)).body)
    answers.push((await masked.post(PERFORM, { search_id, detail: 'full' })).body)
    const program = await programOf(masked, app.url)
    for (const limit of [10, 100, 1_000])
      answers.push(
        (await program.askInTurn('/api/search', { request: 'Скрытнов Иван', limit, detail: 'full' })).body
      )
    const { id } = await draftOf(
      masked,
      CROWD.slice(0, 8).map(({ name, birth }) => `${name} ${birth}`)
    )
    await masked.post(`/api/lists/${id}/start`)
    await runToEnd(app, masked, id)
    answers.push(await rowsOf(masked, id))
    answers.push((await masked.get(`/api/lists/${id}/export?format=json`)).body)
    for (const answer of answers) expect(secretsIn(answer)).toEqual([])
    expect(JSON.stringify(answers)).toContain('•')
  })

  test('is given no masked value as a value of FollowTheMoney, under the ids that everybody is given', async () => {
    const entitiesOf = async (person: Person): Promise<FtmEntity[]> => {
      const program = await programOf(person, app.url)
      const { id } = await draftOf(
        person,
        CROWD.slice(0, 8).map(({ name, birth }) => `${name} ${birth}`)
      )
      await person.post(`/api/lists/${id}/start`)
      await runToEnd(app, person, id)
      const file = await fetch(new URL(`/api/lists/${id}/export?format=ftm`, app.url), {
        headers: { authorization: `Bearer ${program.token}` }
      })
      const texts = [await file.text()]
      for (const request of ['Скрытнов Иван', CROWD[0]?.phone]) {
        await Bun.sleep(API_INTERVAL_MS)
        const answer = await fetch(new URL('/api/search', app.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${program.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ request, format: 'ftm', limit: 500 })
        })
        texts.push(await answer.text())
      }
      return texts.flatMap(text => text.split('\n').filter(Boolean)).map(line => JSON.parse(line))
    }
    const [hidden, shown] = [
      await entitiesOf(await signedInAs(app, ROLE_USER, 1_000)),
      await entitiesOf(await signedInAs(app, ROLE_INFINITY))
    ]
    expect(JSON.stringify(hidden)).not.toContain('•')
    expect(secretsIn(hidden)).toEqual([])
    const ids = (entities: FtmEntity[], schema: string) =>
      new Set(entities.filter(entity => entity.schema === schema).map(({ id }) => id))
    expect(ids(shown, 'Identification').size).toBeGreaterThan(0)
    expect(ids(hidden, 'Identification').size).toBe(0)
    for (const schema of ['Person', 'LegalEntity', 'UnknownLink'])
      expect([schema, ids(hidden, schema)]).toEqual([schema, ids(shown, schema)])
    expect(hidden.every(({ id }) => shown.some(entity => entity.id === id))).toBe(true)
  })

  test('is shown one value of one record on request, for nothing, with an audit that names it', async () => {
    const { phone, passport, inn } = CROWD[0] as (typeof CROWD)[0]
    const { search_id, results_by_source } = await search(masked, phone)
    const record_id = results_by_source.typed?.[0]?.record_id ?? ''
    const reveal = (body: object, person = masked) =>
      person.post('/api/search/reveal', { search_id, record_id, ...body })
    const before = (await masked.get('/api/auth/me')).body.user.requests_count
    expect((await reveal({ field: 'ИНН' })).body).toEqual({ success: true, value: inn })
    expect((await reveal({ field: 'Паспорт' })).body.value.replace(/\D/g, '')).toBe(passport)
    expect((await masked.get('/api/auth/me')).body.user.requests_count).toBe(before)
    const acts = await app.database
      .owner`SELECT detail->>'field' AS field, cardinality(record_ids) AS records,
        EXISTS (SELECT FROM audit_event s WHERE s.actor_id = e.actor_id AND s.action = 'search'
          AND s.query_tokens = e.query_tokens) AS of_search
      FROM audit_event e WHERE actor_id = ${masked.user.id} AND action = 'search_reveal' ORDER BY id`
    expect([...acts]).toEqual([
      { field: 'ИНН', records: 1, of_search: true },
      { field: 'Паспорт', records: 1, of_search: true }
    ])
    expect((await reveal({ field: 'Нет такой' })).body.code).toBe('UNKNOWN_PERSON')
    expect((await reveal({ field: '__proto__' })).body.code).toBe('UNKNOWN_PERSON')
    // Of a record that the search did not show, a person, and somebody else's search.
    expect((await reveal({ record_id: 'typed:59', field: 'ИНН' })).body.code).toBe('UNKNOWN_PERSON')
    expect((await reveal({ record_id: '', field: 'ИНН' })).status).toBe(400)
    expect((await reveal({ field: 'ИНН' }, full)).body.code).toBe('NOT_FOUND')
    await app.database.owner`UPDATE search_history SET created_at = now() - interval '2 hours'`
    expect((await reveal({ field: 'ИНН' })).body.code).toBe('SEARCH_EXPIRED')
  })

  test('a role that changes is shown nothing of an answer that was kept for the other', async () => {
    const person = await signedInAs(app, ROLE_INFINITY)
    const query = CROWD[5]?.phone ?? ''
    expect(secretsIn(await search(person, query)).length).toBeGreaterThan(0)
    await setRole(app, person.username, ROLE_USER)
    await app.database.owner`UPDATE users SET requests_count = 0 WHERE id = ${person.user.id}`
    expect(secretsIn((await person.post(PERFORM, { query, detail: 'full' })).body)).toEqual([])
  })
})

test('without MASKED_ROLES everybody sees all', async () => {
  const app = await startApp()
  try {
    await load(app)
    const person = await signedInAs(app, ROLE_USER, 10)
    const { body } = await person.post(PERFORM, { query: CROWD[0]?.phone, detail: 'full' })
    expect(secretsIn(body).length).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('•')
  } finally {
    await app.stop()
  }
})
