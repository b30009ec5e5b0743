import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'

const [ONE, TWO, NOBODYS, CROWDED] = ['79732041740', '79732041751', '79732041799', '79732041766']
const FIRM_INN = '0012047786'
const RECORDS_OF_CROWDED = 130

let searched: SearchedApp

beforeAll(async () => {
  const phones: KitSource = {
    title: 'Проверочный справочник',
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'ФИО', kind: 'full_name' },
      { label: 'Телефон', kind: 'phone' },
      { label: 'E-mail', kind: 'email' },
      { label: 'Заметка', kind: 'other' }
    ],
    rows: [
      ['1', 'Примеров Илья Андреевич', ONE, 'a@example.com', ''],
      ['2', 'Примеров Илья Андреевич', ONE, '', ''],
      ['3', 'Другов Олег Петрович', TWO, '', ''],
      ['4', 'Образцова Анна Павловна', '79742041740', '', `звонить ${TWO}`],
      ...Array.from({ length: RECORDS_OF_CROWDED }, (_, at) => [
        `т${at}`,
        `Многолюдов Пётр ${at % 2 ? 'Иванович' : 'Петрович'}`,
        CROWDED,
        '',
        `дом ${at}`
      ])
    ]
  }
  const firms: KitSource = {
    title: 'Проверочный реестр организаций',
    kind: 'public_register',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'Организация', kind: 'organization' },
      { label: 'ИНН организации', kind: 'organization_inn' },
      { label: 'Руководитель', kind: 'full_name' }
    ],
    rows: [
      ['1', 'ООО «Демо-Маяк»', FIRM_INN, ''],
      ['2', 'ООО «Демо-Маяк»', FIRM_INN, 'Сидоров Семён Ильич']
    ]
  }
  searched = await startSearched({ kit_phones: phones, kit_firms: firms })
})
afterAll(() => searched.app.stop())

const search = (query: string) => searched.ask(query)

/** Of a value: records and cards that have it. */
const foundBy = ({ matches, persons }: Pick<SearchAnswer, 'matches' | 'persons'>, value: string) => ({
  records: Object.values(matches).filter(({ identifiers }) => identifiers?.includes(value)).length,
  cards: persons
    .filter(({ identifiers }) => identifiers?.includes(value))
    .map(({ kind, name }) => `${kind} ${name}`)
})

describe('a line of several numbers', () => {
  test('says of each record and person which of them it has, in plain text too', async () => {
    const answer = await search(`${ONE}, ${TWO}, ${NOBODYS}`)
    expect(foundBy(answer, ONE)).toEqual({ records: 2, cards: ['person Примеров Илья Андреевич'] })
    expect(foundBy(answer, TWO).records).toBe(2)
    expect(foundBy(answer, TWO).cards.toSorted()).toEqual([
      'person Другов Олег Петрович',
      'person Образцова Анна Павловна'
    ])
    expect(foundBy(answer, NOBODYS)).toEqual({ records: 0, cards: [] })
  })

  test('tells those of different kinds apart as well', async () => {
    const answer = await search(`${TWO} a@example.com`)
    expect(foundBy(answer, TWO).records).toBe(2)
    expect(foundBy(answer, 'a@example.com')).toEqual({
      records: 1,
      cards: ['person Примеров Илья Андреевич']
    })
  })

  test('gives the number of an organisation to it and to whoever is found by it', async () => {
    const answer = await search(`ИНН ${FIRM_INN} ${ONE}`)
    const { records, cards } = foundBy(answer, FIRM_INN)
    expect(records).toBe(2)
    expect(cards).toContain('organisation ООО «Демо-Маяк»')
  })

  test('goes on to say so of what «ещё» brings', async () => {
    const answer = await search(`${CROWDED} ${ONE}`)
    const shown = foundBy(answer, CROWDED).records
    expect(answer.completeness.more).toBe(true)
    const more = await searched.client.post('/api/search/more', { search_id: answer.search_id })
    const further: MoreAnswer = more.body
    expect(shown + foundBy(further, CROWDED).records).toBe(RECORDS_OF_CROWDED)
  })

  test.each([`${ONE}`, 'Примеров Илья Андреевич', `Примеров Илья Андреевич ${ONE}`])(
    'is what «%s» is not: nothing of it is said',
    async line => {
      const answer = await search(line)
      expect(answer.results_count).toBeGreaterThan(0)
      expect(
        [...Object.values(answer.matches), ...answer.persons].filter(one => 'identifiers' in one)
      ).toEqual([])
    }
  )
})
