import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { seedPeople } from '#api/db/seed/demo.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { seedNumbering } from '#api/features/numbering/service.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { DetailedAnswer } from '#shared/contracts/search.ts'
import {
  personPhoneShape,
  relationShape,
  type SummaryRow,
  summaryRowShape
} from '#shared/contracts/summary.ts'
import { FORMER_VALUE_NOTE } from '#shared/labels/relations.ts'
import { type Person as Client, registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let client: Client
startedApp(async app => {
  const { book, secrets } = app.context
  const { owner } = app.database
  await seedNumbering(owner)
  await seedPeople({ people: 500, seed: 1, owner, book, secrets, report: () => {}, onProgress: () => {} })
  client = await registerAndLogin(app)
})

async function ask(query: string): Promise<DetailedAnswer> {
  const { status, body } = await client.post('/api/search/perform', { query, detail: 'full' })
  expect(status).toBe(200)
  return body
}

const bestOf = ({ persons }: DetailedAnswer): Person => {
  const [best] = persons
  if (!best) throw new Error('nobody was found')
  return best
}
const rowOf = (person: Person | undefined, field: string): SummaryRow | undefined =>
  person?.summary.find(row => row.field === field)

test('the summary says what each source says, with its own date, and who is silent', async () => {
  const best = bestOf(await ask('Примеров Илья Андреевич'))
  for (const row of best.summary) expect(v.is(summaryRowShape, row)).toBe(true)
  const name = rowOf(best, 'ФИО')
  expect(name).toMatchObject({
    value: 'Примеров Илья Андреевич',
    state: 'confirmed',
    conflict: false,
    newest: { date: '2025-12-19', of: 'record' }
  })
  expect(name?.evidence).toContainEqual({
    source: 'demo_parcels_08',
    record_id: 'demo_parcels_08:primer-1',
    text: 'ПРИМЕРОВ И.А.',
    state: 'compatible',
    record_date: '2025-12-19',
    source_date: '2026-07-07'
  })
  expect(rowOf(best, 'СНИЛС')?.newest).toEqual({ date: '2026-09-20', of: 'source' })
  const stating = new Set(best.record_ids.map(id => id.split(':')[0] ?? ''))
  const { no_field, no_person } = rowOf(best, 'E-mail')?.silent ?? { no_field: [], no_person: [] }
  expect(no_field.every(source => stating.has(source))).toBe(true)
  expect(no_person.sort()).toEqual(
    SEED_SOURCES.map(({ key }) => key as string)
      .filter(key => !stating.has(key))
      .sort()
  )
})

test('a phone that a later record gives to somebody else is a former one, and relates them in plain words', async () => {
  const { persons } = await ask('8 973 204-17-40')
  const me = persons.find(({ name }) => name === 'Примеров Илья Андреевич')
  const earlier = persons.find(({ name }) => name === 'Образцов Глеб Ильич')
  expect(rowOf(earlier, 'Телефон')?.former).toEqual({
    person_id: me?.id ?? '',
    date: '2014-11',
    text: FORMER_VALUE_NOTE
  })
  expect(rowOf(me, 'Телефон')?.former).toBeUndefined()
  for (const relation of me?.related ?? []) expect(v.is(relationShape, relation)).toBe(true)
  expect(me?.related).toContainEqual({
    kind: 'phone',
    value: '+7 973 204-17-40',
    person_id: earlier?.id ?? '',
    record_ids: ['demo_phones_03:primer-3'],
    text: 'общий телефон'
  })
})

test('tells who serves the phones of the people, whatever was typed', async () => {
  const answer = await ask('Примеров Илья Андреевич')
  const best = bestOf(answer)
  expect(answer.operator_info).toMatchObject({ phone: '79732041740' })
  for (const phone of best.phones) expect(v.is(personPhoneShape, phone)).toBe(true)
  const { operator, region, country, note } = answer.operator_info ?? {}
  expect(best.phones).toEqual([
    { phone: '79732041740', operator, region, country, note } as (typeof best.phones)[number]
  ])
})
