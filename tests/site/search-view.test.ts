import { describe, expect, test } from 'bun:test'
import type { Reading } from '#shared/contracts/reading.ts'
import { cardsOf, chosenPerson } from '#site/features/search/people/people-view.ts'
import { linkedRecord, relativesOf } from '#site/features/search/people/related-view.ts'
import { relationMap } from '#site/features/search/people/relation-map.ts'
import { operatorOf, pairsOf, phonesOf, summaryOf } from '#site/features/search/people/summary-view.ts'
import { applyFilters, dateOf, type Filters, NO_FILTERS } from '#site/features/search/records/filters.ts'
import { highlight, highlightTermsOf } from '#site/features/search/records/highlight.ts'
import {
  isPossibleNamesake,
  readResults,
  rowCount,
  sourcesOf
} from '#site/features/search/records/results-view.ts'
import { ANSWER, combined, DATE, NAME, PHONE } from './search-answer.ts'

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
    expect(address).toMatchObject({ conflict: true, lone: false, newest: '2025-01-01' })
    expect(address?.values.map(({ strip }) => strip.label)).toEqual([
      'подтверждает источник 1; расходится 2; нет данных 3',
      'подтверждает источник 2; расходится 1; нет данных 3'
    ])
  })

  test('does not call values that complete one another a contradiction', () => {
    const phones = { ...hero, summary: hero.summary.map(row => ({ ...row, conflict: false })) }
    const labels = summaryOf(phones, results).flatMap(({ values }) => values.map(({ strip }) => strip.label))
    expect(labels.join()).not.toContain('расход')
  })

  test('knows the sources of a person', () => {
    expect(sourcesOf(hero, results)).toEqual(['reg07', 'ads05'])
  })

  test('speaks of an operator only of the phone it was asked for', () => {
    const operator = { phone: '79732041740', operator: 'Демо-Связь', region: 'Примерск', country: 'Россия' }
    expect(operatorOf('+7 973 204-17-40', operator)).toEqual(operator)
    expect(operatorOf('+7 973 204-17-41', operator)).toBeNull()
    expect(operatorOf('+7 973 204-17-40', null)).toBeNull()
  })
})

describe('the lines under the name of a person', () => {
  test('are the first values of the next fields, without the name and the date once more', () => {
    const person = {
      ...hero,
      summary: [
        ...hero.summary.slice(0, 1),
        { field: 'Дата рождения', value: '14.03.1981', sources: ['reg07'], newest: null, conflict: false },
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

describe('related persons', () => {
  test('are listed once, whichever side names them', () => {
    expect(relativesOf(hero, results)).toMatchObject([
      { name: 'Примерова Светлана', text: 'Связь по адресу: ул. Образцовая, д. 7, кв. 41', numbers: [2] }
    ])
    const oneSided = readResults({
      ...ANSWER,
      persons: ANSWER.persons.map(person => (person.id === 'p1' ? { ...person, related: [] } : person))
    })
    expect(relativesOf({ ...hero, related: [] }, oneSided).map(({ name }) => name)).toEqual([
      'Примерова Светлана'
    ])
  })

  test('stand in the order in which the person names them', () => {
    const related = [
      ...hero.related,
      {
        kind: 'phone' as const,
        value: '+7 973 204-17-40',
        record_ids: ['reg07:2'],
        text: 'Общий телефон: +7 973 204-17-40'
      }
    ]
    expect(relativesOf({ ...hero, related }, results).map(({ name }) => name)).toEqual([
      'Примерова Светлана',
      'Примеров И. А.'
    ])
  })

  test('are nobody for a person who is connected with nobody', () => {
    expect(relativesOf(personOf('p2'), results)).toEqual([])
    expect(relationMap(personOf('p2'), results)).toBeNull()
  })

  test('are reached from «Связь по адресу»', () => {
    expect(linkedRecord(recordOf('ads05:2'), results)?.id).toBe('reg07:1')
    expect(linkedRecord(recordOf('reg07:2'), results)).toBeNull()
  })

  test('stand on the map in words that fit their boxes', () => {
    const values = [
      '000000, Примерская область, г. Примерск, ул. Образцовая, д. 7',
      'Связь без запятых длиннее рамки на карте'
    ]
    const titles = values.map(value => {
      const relation = {
        kind: 'address',
        value,
        record_ids: ['reg07:2'],
        text: `Связь по адресу: ${value}`
      } as const
      const tied = { ...hero, related: [{ ...relation, record_ids: ['reg07:2'] }] }
      return relationMap(tied, { ...results, answer: { ...ANSWER, persons: [] } })?.boxes[1]?.title
    })
    expect(titles).toEqual(['ул. Образцовая, д. 7', 'Связь без запятых длиннее р…'])
  })

  test('stand on the map with what is shared between', () => {
    const map = relationMap(hero, results)
    expect(map?.boxes.map(({ kind, title, note }) => `${kind}: ${title} (${note})`)).toEqual([
      'me: Примеров Илья Андреевич (2\u00a0записи)',
      'thing: ул. Образцовая, д. 7, кв. 41 (адрес, 1\u00a0источник)',
      'other: Примерова Светлана (связанное лицо)'
    ])
    expect(map?.sentence).toContain('Примерова Светлана (Связь по адресу: ул. Образцовая, д. 7, кв. 41)')
    expect(map?.sure).not.toContain('NaN')
  })
})
