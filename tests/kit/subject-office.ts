import { makePeople, type Person as SeedPerson } from '#api/db/seed/people.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { createClient, type TestAnswer } from './client.ts'
import { nameOf, russianDay } from './hidden-people.ts'
import { type NotifierStub, notifierEnv, startNotifierStub } from './notifier-stub.ts'
import { type Person, signedInAs } from './people.ts'
import { columnsOf, loadSource } from './sources.ts'
import { startApp, type TestApp } from './start-app.ts'

const SEED = 7
const PEOPLE = 200

type Fields = Record<string, unknown>

/** A product with people in two sources, somebody who searches, an administrator, and a notifier that remembers. */
export interface SubjectOffice {
  app: TestApp
  notifier: NotifierStub
  admin: Person
  searcher: Person
  /** Somebody whom no other test has had. */
  nextPerson(): SeedPerson
  /** Calls `/api/privacy…`, from an address of its own unless one is given. */
  // biome-ignore lint/suspicious/noExplicitAny: as of a client
  post(path: string, body: Fields, headers?: Record<string, string>): Promise<TestAnswer<any>>
  /** An address of its own, so that no test meets the limits of another. */
  newAddress(): Record<string, string>
  /** Makes a request and enters its code; `more` replaces what the person states. */
  confirm(person: SeedPerson, want: string, more?: Fields): Promise<Confirmed>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  decide(id: number, body: Fields, by?: Person): Promise<TestAnswer<any>>
  /** How many records a search finds. */
  countFound(query: string): Promise<number>
  /** What the list has of a request, each state once. */
  holdsOf(id: number): Promise<{ state: string; until: string | null }[]>
  stop(): Promise<void>
}

interface Confirmed {
  id: number
  number: string
  due_on: string
}

export const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')

export const statedOf = (person: SeedPerson) => ({
  name: nameOf(person),
  birth_date: russianDay(person),
  phone: person.phone,
  email: person.email
})

export async function openOffice(env: Record<string, string> = {}): Promise<SubjectOffice> {
  const notifier = startNotifierStub()
  // Behind a trusted proxy a test can come from any address.
  const app = await startApp({
    ...notifierEnv(notifier),
    TRUSTED_PROXIES: '127.0.0.1',
    OPERATOR_NAME: 'АНО «Демо»',
    ...env
  })
  const people = [...makePeople(PEOPLE, SEED, 0)].map(({ person }) => person)
  await loadTwoSources(app, people)
  const admin = await signedInAs(app, ROLE_ADMIN)
  const searcher = await signedInAs(app, ROLE_INFINITY)
  let address = 0
  const office: SubjectOffice = {
    app,
    notifier,
    admin,
    searcher,
    nextPerson() {
      const person = people.pop()
      if (!person) throw new Error('no person is left')
      return person
    },
    newAddress() {
      address += 1
      return { 'x-forwarded-for': `198.51.${address >> 8}.${address & 255}` }
    },
    post: (path, body, headers = office.newAddress()) =>
      createClient(app.url).post(`/api/privacy${path}`, body, { headers }),
    async confirm(person, want, more = {}) {
      const key = newKey()
      const request = await office.post('/requests', { key, want, ...statedOf(person), ...more })
      if (request.status !== 200) throw new Error(JSON.stringify(request.body))
      const email = String(more.email ?? person.email).toLowerCase()
      const { status, body } = await office.post('/requests/confirm', { key, code: notifier.codeFor(email) })
      if (status !== 200) throw new Error(JSON.stringify(body))
      const { number, due_on } = body as unknown as Confirmed
      return { id: Number(number.slice(2)), number, due_on }
    },
    decide: (id, body, by = admin) =>
      by.post(`/api/auth/admin/subject_requests/${id}/decide`, { answer: 'Ответ', ...body }),
    countFound: async query => (await searcher.post('/api/search/perform', { query })).body.results_count,
    async holdsOf(id) {
      const rows = await app.database.owner<
        { state: string; until: string | null }[]
      >`SELECT DISTINCT s.state,
          (s.expires_at AT TIME ZONE 'Europe/Moscow')::date::text AS until
        FROM suppression s JOIN subject_request_token t USING (token) WHERE t.request_id = ${id} AND s.state <> 'lifted'`
      return [...rows]
    },
    async stop() {
      await app.stop()
      await notifier.stop()
    }
  }
  return office
}

async function loadTwoSources(app: TestApp, people: readonly SeedPerson[]): Promise<void> {
  const load = (
    key: string,
    columns: Record<string, FieldKind>,
    valuesOf: (person: SeedPerson) => string[]
  ) =>
    loadSource(app, key, {
      title: `Демо-список ${key}`,
      kind: 'ordinary',
      columns: columnsOf({ Номер: 'record_number', ФИО: 'full_name', ...columns }),
      rows: people.map(person => [String(person.no), nameOf(person), ...valuesOf(person)])
    })
  await load('box', { Телефон: 'phone', 'E-mail': 'email' }, ({ phone, email }) => [phone, email])
  await load('book', { 'Дата рождения': 'birth_date', Телефон: 'phone' }, person => [
    russianDay(person),
    person.phone
  ])
}
