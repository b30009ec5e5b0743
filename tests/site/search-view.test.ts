import { describe, expect, test } from 'bun:test'
import type { Reading } from '#shared/contracts/reading.ts'
import { cardsOf, chosenPerson } from '#site/features/search/people/people-view.ts'
import {
  newestText,
  operatorOf,
  pairsOf,
  phonesOf,
  summaryOf
} from '#site/features/search/people/summary-view.ts'
import { applyFilters, dateOf, type Filters, NO_FILTERS } from '#site/features/search/records/filters.ts'
import { highlight, highlightTermsOf } from '#site/features/search/records/highlight.ts'
import {
  isPossibleNamesake,
  readResults,
  rowCount,
  sourcesOf
} from '#site/features/search/records/results-view.ts'
import { ANSWER, combined, DATE, NAME, PHONE, summaryRow } from './search-answer.ts'

const results = readResults(ANSWER)
const personOf = (id: string) => {
  const person = ANSWER.persons.find(one => one.id === id)
  if (!person) throw new Error(`No person ${id}`)
  return person
}
const recordOf = (id: string) => {
  const record = results.records.get(id)
  if (!record) throw new Error(`No record ${id}`)
  return record
}
const hero = personOf('p1')

describe('an answer made ready for drawing', () => {
  test('numbers its sources in the order of the answer', () => {
    expect(results.sources.map(({ number, key }) => `${number} ${key}`)).toEqual([
      '1 reg07',
      '2 ads05',
      '3 loss02'
    ])
  })

  test('joins each record with its person and its match', () => {
    expect(recordOf('ads05:1')).toMatchObject({ person: { id: 'p1' }, match: { score: 0.9 }, duplicates: 1 })
    expect(recordOf('reg07:1').duplicates).toBe(2)
    expect(rowCount(results.sources[0]?.records ?? [])).toBe(3)
  })

  test('shows only the own fields of a record, in their order', () => {
    const labels = recordOf('reg07:1').fields.map(({ label }) => label)
    expect(labels).toEqual(['Фамилия', 'Имя', 'Отчество', 'Дата рождения', 'Телефон', 'Адрес'])
    expect(
      recordOf('reg07:1')
        .fields.filter(({ wide }) => wide)
        .map(({ label }) => label)
    ).toEqual(['Адрес'])
  })

  test('names a record by its name, else by its first field', () => {
    expect(recordOf('reg07:1').title).toBe('Примеров Илья Андреевич')
    expect(recordOf('ads05:1').title).toBe('Илья Примеров')
  })

  test('calls a name-only entry of a list of losses a possible namesake, never more', () => {
    expect(recordOf('loss02:1').possibleNamesake).toBe(true)
    expect(recordOf('reg07:2').possibleNamesake).toBe(false)
    expect(isPossibleNamesake(personOf('p3'), results)).toBe(true)
    expect(isPossibleNamesake(hero, results)).toBe(false)
  })

  test('names the sources that did not answer', () => {
    const partial = readResults({ ...ANSWER, failed_sources: ['loss02', 'unknown'] })
    expect(partial.failed.map(({ title }) => title)).toEqual(['Демо-список потерь 02', 'unknown'])
  })

  test('survives a source without meta and a record without a match or a person', () => {
    const bare = readResults({ ...ANSWER, sources_meta: {}, matches: {}, persons: [] })
    expect(bare.sources[0]).toMatchObject({ title: 'reg07', kind: 'ordinary', shown: null })
    expect(bare.records.get('reg07:1')).toMatchObject({ person: null, match: { score: 0, why: [] } })
  })

  test('gives a card to everybody but those who are only connected', () => {
    expect(cardsOf(results).map(({ id }) => id)).toEqual(['p1', 'p2', 'p3'])
    expect(chosenPerson(results, null)?.id).toBe('p1')
    expect(chosenPerson(results, 'p2')?.id).toBe('p2')
    const connected = readResults({ ...ANSWER, persons: [personOf('p4')] })
    expect(cardsOf(connected).map(({ id }) => id)).toEqual(['p4'])
  })
})

describe('filters', () => {
  const shown = (change: Partial<Filters>) =>
    applyFilters(results, { ...NO_FILTERS, ...change }).map(
      ({ number, records }) => `${number}:${records.length}`
    )

  test('shows everything at first', () => expect(shown({})).toEqual(['1:2', '2:2', '3:1']))

  test.each([
    ['логистика', ['1:1']],
    ['ДЕМО-ЛОГИСТИКА', ['1:1']],
    ['9732041740', ['1:1', '2:1']],
    ['973 204', ['1:1', '2:1']],
    ['примеров илья', ['1:1', '2:1', '3:1']],
    ['объявления светлана', ['2:1']],
    ['телефон', ['1:1', '2:1']],
    ['нет такого', []]
  ])('leaves the records in which every word of «%s» stands', (text, expected) => {
    expect(shown({ text })).toEqual(expected)
  })

  test('leaves one source, one person, or both with a text', () => {
    expect(shown({ source: 'ads05' })).toEqual(['2:2'])
    expect(shown({ person: 'p1' })).toEqual(['1:1', '2:1'])
    expect(shown({ person: 'p1', source: 'ads05', text: '973' })).toEqual(['2:1'])
  })

  test('puts fresh sources and fresh records first and keeps the numbers', () => {
    const newest = applyFilters(results, { ...NO_FILTERS, order: 'newest' })
    expect(newest.map(({ number }) => number)).toEqual([2, 3, 1])
    expect(newest[0]?.records.map(({ id }) => id)).toEqual(['ads05:2', 'ads05:1'])
    expect(results.sources[1]?.records.map(({ id }) => id)).toEqual(['ads05:1', 'ads05:2'])
  })

  test('never takes a birth date for the date of a record', () => {
    expect(dateOf(recordOf('reg07:1'))).toBe('')
    expect(dateOf(recordOf('ads05:1'))).toBe('2024-08-03')
  })
})

describe('marked values', () => {
  const marked = (value: string, ...readings: Reading[]) =>
    highlight(value, highlightTermsOf(readings))
      .map(({ text, hit }) => (hit ? `[${text}]` : text))
      .join('')

  test.each([
    ['Примеров', '[Примеров]'],
    ['ПРИМЕРОВ ИЛЬЯ АРТЁМОВИЧ', '[ПРИМЕРОВ ИЛЬЯ] АРТЁМОВИЧ'],
    ['Илья Примеров, 1996', '[Илья Примеров], 1996'],
    ['ИП Примеров И. А.', 'ИП [Примеров] И. А.'],
    ['Примерова', 'Примерова'],
    ['8 (973) 204-17-40', '[8 (973) 204-17-40]'],
    ['+79732041740', '[+79732041740]'],
    ['+7 973 204-17-41', '+7 973 204-17-41'],
    ['14.03.1981', '[14.03.1981]'],
    ['03.1981', '03.1981']
  ])('of «%s» are «%s»', (value, expected) => {
    expect(marked(value, combined(NAME, DATE, PHONE))).toBe(expected)
  })

  test('take ё for е and an e-mail as a whole', () => {
    expect(marked('Семёнов', { ...NAME, value: 'Семенов Илья' })).toBe('[Семёнов]')
    const email = { ...NAME, kind: 'email' as const, value: 'i.primerov@example.com' }
    expect(marked('I.Primerov@example.com', email)).toBe('[I.Primerov@example.com]')
  })
})

describe('the summary of a person', () => {
  const fields = summaryOf(hero, results)

  test('keeps the order of its fields and drops phones that fail the check', () => {
    expect(fields.map(({ field, values }) => `${field} ${values.length}`)).toEqual([
      'ФИО 1',
      'Телефон 1',
      'Адрес 2'
    ])
    expect(phonesOf(hero)).toEqual(['+7 973 204-17-40'])
  })

  test('gives each contradicting value a strip of its own', () => {
    const address = fields.find(({ field }) => field === 'Адрес')
    expect(address).toMatchObject({
      conflict: true,
      lone: false,
      newest: { date: '2024-08-03', of: 'record' }
    })
    expect(address?.values.map(({ strip }) => strip.label)).toEqual([
      'подтверждает источник 1; расходится 2; нет данных 3',
      'подтверждает источник 2; расходится 1; нет данных 3'
    ])
  })

  test('does not call values that complete one another a contradiction, nor an initial a confirmation', () => {
    const [name, phone] = fields
    expect([name, phone].map(field => field?.values[0]?.strip.label)).toEqual([
      'подтверждает источник 1; частично 2; нет данных 3',
      'подтверждают источники 1, 2; нет данных 3'
    ])
    expect([name?.lone, phone?.lone]).toEqual([true, false])
  })

  test('says whether a date is of a record or of its source only, and what was somebody else’s later', () => {
    expect(newestText({ date: '2025-12-19', of: 'record' })).toBe('12.2025, запись')
    expect(newestText({ date: '2014', of: 'source' })).toBe('2014, источник')
    const former = { person_id: 'p2', date: '2014-11', text: 'раньше; позже — у другого лица' }
    const person = {
      ...hero,
      summary: [{ ...summaryRow('Телефон', '+7 973 204-17-40', { reg07: 'confirms' }), former }]
    }
    expect(summaryOf(person, results)[0]?.values[0]?.former).toBe(former.text)
  })

  test('knows the sources of a person', () => {
    expect(sourcesOf(hero, results)).toEqual(['reg07', 'ads05'])
  })

  test('tells the operator of each phone, by the answer or by the person', () => {
    const operator = { phone: '79732041740', operator: 'Другой', region: 'Примерск', country: 'Россия' }
    expect(operatorOf('+7 973 204-17-40', hero, operator)).toEqual(operator)
    expect(operatorOf('+7 973 204-17-40', hero, null)).toMatchObject({ operator: 'Демо-Связь' })
    expect(operatorOf('+7 973 204-17-41', hero, operator)).toBeNull()
    const phones = [{ phone: '79732041740', operator: null, region: null, country: null }]
    expect(operatorOf('+7 973 204-17-40', { phones }, null)).toBeNull()
  })
})

describe('the lines under the name of a person', () => {
  test('are the first values of the next fields, without the name and the date once more', () => {
    const person = {
      ...hero,
      summary: [
        ...hero.summary.slice(0, 1),
        summaryRow('Дата рождения', '14.03.1981', { reg07: 'confirms' }),
        ...hero.summary.slice(1)
      ]
    }
    expect(pairsOf(person, 3).map(({ field, value }) => `${field}: ${value}`)).toEqual([
      'Телефон: +7 973 204-17-40',
      'Адрес: г. Примерск, ул. Образцовая, д. 7, кв. 41'
    ])
    expect(pairsOf(person, 1)).toHaveLength(1)
  })
})
