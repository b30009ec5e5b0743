import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'
import { columnsOf } from '#tests/kit/sources.ts'

/** A phone book as people keep it. */
const WRITTEN = [
  'Примеров ❤ Илья Андреевич',
  'Примеров Илья ❤️',
  '😀Примеров Илья',
  'Примеров Илья (работа)',
  '<b>Примеров</b> Илья',
  'Примеров Илья Андреевич ✅',
  'Примеров  Илья – сосед',
  'Примеров Илья 2',
  '=Примеров Илья',
  'Примеров Илья 👨‍👩‍👧 Андреевич',
  'Примеров\u200bИлья',
  'Примеров =HYPERLINK("https://example.com") Илья',
  `${'Длиннослов'.repeat(30)} Илья Примеров`
]
const OTHERS = ['Мама ❤', 'ООО «Вектор»', '❤❤❤']
const phoneOf = (at: number) => `+7 973 204-17-${10 + at}`

let searched: SearchedApp

beforeAll(async () => {
  const book: KitSource = {
    title: 'Проверочная телефонная книга',
    kind: 'ordinary',
    columns: columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', Телефон: 'phone' }),
    rows: [...WRITTEN, ...OTHERS].map((written, at) => [`${at + 1}`, written, phoneOf(at)])
  }
  searched = await startSearched({ kit_book: book })
})
afterAll(() => searched.app.stop())

const recordsOf = ({ persons }: SearchAnswer) =>
  persons
    .flatMap(({ record_ids }) => record_ids)
    .map(id => Number(id.split(':')[1]))
    .toSorted((a, b) => a - b)
const all = WRITTEN.map((_, at) => at + 1)

test.each(['Примеров', 'Примеров Илья', 'Примеров Илья Андреевич'])(
  '«%s» finds every record, whatever stands beside the name',
  async line => {
    const answer = await searched.ask(line)
    expect(recordsOf(answer)).toEqual(all)
    for (const { kind, name } of answer.persons)
      expect([kind, name]).toEqual(['person', expect.stringMatching(/^Примеров Илья(?: Андреевич)?$/)])
  }
)

test.each([...WRITTEN, 'Мама ❤'].map((written, at) => [written, at + 1] as const))(
  '«%s» finds its own record as it is written',
  async (written, number) => {
    const record = number > WRITTEN.length ? WRITTEN.length + 1 : number
    expect(recordsOf(await searched.ask(written))).toContain(record)
  }
)

test('a phone shows a person, and an organisation only where the words say so', async () => {
  for (const at of [...WRITTEN, ...OTHERS].keys()) {
    const [card] = (await searched.ask(phoneOf(at))).persons
    const isOrganisation = OTHERS[at - WRITTEN.length] === 'ООО «Вектор»'
    expect([at, card?.kind]).toEqual([at, isOrganisation ? 'organisation' : 'person'])
  }
})

test('a record is shown as its source wrote it', async () => {
  expect(JSON.stringify(await searched.ask(phoneOf(1)))).toContain('Примеров Илья ❤️')
})

test('what stands beside a name is found', async () => {
  expect(recordsOf(await searched.ask('Примеров сосед'))).toContain(7)
})
