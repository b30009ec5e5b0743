import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { innOfPerson, passportOfPerson, snilsOfPerson } from '#api/db/seed/identifiers.ts'
import { deliverWebhooks } from '#api/features/webhooks/service.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import { EXTEND_PROPERTIES } from '#shared/contracts/programs/reconcile.ts'
import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { WEBHOOK_EVENTS } from '#shared/labels/webhooks.ts'
import { type Agent, agentOf } from '#tests/kit/agent.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { draftOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { createReconcileClient } from '#tests/kit/reconcile-table.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'
import { startReceiver, type WebhookReceiver } from '#tests/kit/webhook-receiver.ts'

const NAME = 'Скрытнов Иван'
const UNKNOWN = '+79739999999'
const CROWD = Array.from({ length: 6 }, (_, n) => ({
  passport: passportOfPerson(930 + n, 1),
  snils: snilsOfPerson(930 + n, 2),
  inn: innOfPerson(930 + n, 3),
  phone: `7973555${1_000 + n}`,
  email: `hidden${n}@example.com`,
  birth: `1${n}.0${n + 1}.195${n}`
}))
type Hidden = (typeof CROWD)[number]
const VICTIM = CROWD[5] as Hidden
const OTHER = CROWD[4] as Hidden

/** Whoever knows the last six digits of a passport and who it is of has it. */
const NUMBERS = CROWD.flatMap(({ passport, snils, inn }) => [passport, snils, inn, passport.slice(4)])
const plain = (text: string) => asciiDigits(text).replace(/[\s().+-]/g, '')
const textOf = (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer))
const numbersIn = (answer: unknown) => NUMBERS.filter(number => plain(textOf(answer)).includes(number))
const valuesIn = (answer: unknown, { phone, email, birth, ...numbers }: Hidden) =>
  [phone.slice(1), email, ...Object.values(numbers)]
    .filter(value => plain(textOf(answer)).includes(plain(value)))
    .concat(textOf(answer).includes(birth) ? [birth] : [])

async function load(app: TestApp): Promise<void> {
  await loadSource(app, 'typed', {
    title: 'Колонки',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Телефон: 'phone',
      'E-mail': 'email',
      Паспорт: 'passport',
      СНИЛС: 'snils',
      ИНН: 'inn'
    }),
    rows: CROWD.map(({ birth, phone, email, passport, snils, inn }, n) => [
      ...[String(n), NAME, birth, phone, email, passport, snils, inn]
    ])
  })
  await loadSource(app, 'told', {
    title: 'Рассказ',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      Абонент: 'full_name',
      Телефон: 'phone',
      Примечание: 'other'
    }),
    rows: CROWD.map(({ phone, passport, snils, inn }, n) => [
      ...[String(n), NAME, phone],
      `паспорт ${passport.slice(0, 4)} № ${passport.slice(4)}, СНИЛС ${snils}, сверено с ИНН ${inn}`
    ])
  })
}

describe.each(ENGINES)('on the engine %s', (_name, openRecords) => {
  let app: TestApp
  let person: Person
  let agent: Agent
  let table: ReturnType<typeof createReconcileClient>
  let receiver: WebhookReceiver
  let stop: () => Promise<void>
  beforeAll(async () => {
    app = await startApp({ MASKED_ROLES: ROLE_USER }, openRecords)
    await load(app)
    invalidateSourceCache(app)
    person = await signedInAs(app, ROLE_USER, 1_000)
    const { token } = await programOf(person, app.url)
    agent = await agentOf(token, app.url)
    table = createReconcileClient(token, app.url)
    receiver = await startReceiver()
    app.context.webhookNetwork = receiver.network
    stop = deliverWebhooks(app.context)
  })
  afterAll(async () => {
    await stop()
    await receiver.stop()
    await app.stop()
  })

  /** When the interval of the account is over, whoever called by its token before. */
  async function called(tool: string, args: object) {
    await Bun.sleep(API_INTERVAL_MS)
    return await agent.call(tool, args)
  }
  /** Candidates of a cell, by their ids. */
  async function candidatesOf(queries: object[]): Promise<{ body: object; ids: string[] }> {
    await Bun.sleep(API_INTERVAL_MS)
    const { status, body } = await table.send(
      Object.fromEntries(queries.map((query, at) => [`q${at}`, query]))
    )
    expect(status).toBe(200)
    const cells = Object.values(body as Record<string, { result: { id: string }[] }>)
    return { body, ids: [...new Set(cells.flatMap(({ result }) => result.map(({ id }) => id)))] }
  }
  const cellsOf = async (ids: string[]) => {
    await Bun.sleep(API_INTERVAL_MS)
    return (await table.extend(ids, ...EXTEND_PROPERTIES)).body
  }
  /** Of a search by an agent every page, from a cursor on. */
  async function pagesFrom(cursor: string | null): Promise<unknown[]> {
    const pages: unknown[] = []
    for (let next = cursor; next; ) {
      const { isError, body } = await called('more', { cursor: next })
      expect(isError).toBe(false)
      pages.push(body)
      next = body.cursor ?? null
    }
    return pages
  }
  const searchOf = async (request: string, limit: number) =>
    (await called('search', { request, limit, detail: 'full' })).body

  test('a table is told no whole number: neither candidates, cells, pages nor names', async () => {
    const queries = CROWD.slice(0, 3).flatMap(({ phone, birth, inn }) => [
      { query: `+${phone}` },
      { query: NAME, properties: [{ pid: 'birth_date', v: birth }] },
      { query: NAME, properties: [{ pid: 'inn', v: inn }] }
    ])
    const { body, ids } = await candidatesOf(queries)
    expect(ids.length).toBeGreaterThan(3)
    const answers: unknown[] = [body, await cellsOf(ids)]
    for (const id of ids) answers.push(await (await table.page(id)).text())
    answers.push((await table.get('/suggest/entity', { prefix: ids[0] ?? '' })).body)
    for (const answer of answers) expect(numbersIn(answer)).toEqual([])
    expect(textOf(answers[1])).toContain('•')
    expect(textOf(answers.slice(2))).toContain('•')
  })

  test('an agent is told no whole number: neither by a search, its further pages nor a comparison', async () => {
    const first = await searchOf(NAME, 10)
    const answers: unknown[] = [first, ...(await pagesFrom(first.cursor ?? null))]
    expect(answers.length).toBeGreaterThan(1)
    const [a, b] = first.persons.map(({ id }: { id: string }) => id)
    const compared = await called('compare', { search_id: first.search_id, a, b })
    expect(compared.isError).toBe(false)
    for (const answer of [...answers, compared.body]) expect(numbersIn(answer)).toEqual([])
    for (const answer of [first, compared.body]) expect(textOf(answer)).toContain('•')
  })

  test('whoever is suppressed is in nothing that goes on with what was found before', async () => {
    const byPhone = { query: `+${VICTIM.phone}` }
    const { ids } = await candidatesOf([byPhone])
    expect(ids).toHaveLength(1)
    const seen = await searchOf(NAME, 10)
    const everybody = [seen, ...(await pagesFrom(seen.cursor ?? null))]
    expect(valuesIn(everybody, VICTIM)).toContain(VICTIM.birth)
    const personOf = ({ phone }: Hidden): string | undefined =>
      everybody
        .flatMap(page => (page as { persons?: { id: string }[] }).persons ?? [])
        .find(each => plain(textOf(each)).includes(phone.slice(1)))?.id
    const pair = { search_id: seen.search_id, a: personOf(OTHER), b: personOf(VICTIM) }
    expect([typeof pair.a, typeof pair.b]).toEqual(['string', 'string'])
    expect((await called('compare', pair)).isError).toBe(false)

    await suppress(app, { kind: 'phone', value: VICTIM.phone.slice(1) })
    invalidateSourceCache(app)
    const again = await candidatesOf([byPhone])
    expect(again.ids).toEqual([])
    const answers: unknown[] = [await cellsOf(ids), await (await table.page(ids[0] ?? '')).text()]
    answers.push((await table.get('/suggest/entity', { prefix: ids[0] ?? '' })).body)
    answers.push(...(await pagesFrom(seen.cursor ?? null)))
    const compared = await called('compare', pair)
    expect(compared.isError).toBe(true)
    const anew = await searchOf(`${NAME} ${VICTIM.birth}`, 10)
    const { readings: _, request: __, query: ___, ...told } = anew
    for (const answer of [...answers, compared.body]) expect(valuesIn(answer, VICTIM)).toEqual([])
    expect(valuesIn({ ...told, interpretation: null }, { ...VICTIM, birth: 'никогда' })).toEqual([])
  })

  test('a system of a user is told counts alone, the same of somebody suppressed and of nobody', async () => {
    const path = `/${crypto.randomUUID()}`
    const events = Object.keys(WEBHOOK_EVENTS)
    expect((await person.post('/api/profile/webhooks', { url: receiver.url(path), events })).status).toBe(200)
    const came = () => receiver.received.filter(each => each.path === path && each.event === 'list.done')
    for (const lines of [[VICTIM.phone], [UNKNOWN], CROWD.slice(0, 3).map(({ inn }) => `ИНН ${inn}`)]) {
      const { id } = await draftOf(person, lines)
      await person.post(`/api/lists/${id}/start`)
      await runToEnd(app, person, id)
    }
    await until(() => came().length === 3)
    const [hidden, unknown] = came().map(({ data: { list_id, ...data } }) => data)
    expect(hidden).toEqual(unknown as NonNullable<typeof unknown>)
    for (const { body, data } of receiver.received) {
      expect(numbersIn(body)).toEqual([])
      for (const each of CROWD) expect(valuesIn(body, each)).toEqual([])
      for (const [name, value] of Object.entries(data))
        expect([name, name.endsWith('_id') || typeof value === 'number']).toEqual([name, true])
    }
  })
})
