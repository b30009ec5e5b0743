import { describe, expect, test } from 'bun:test'
import type { Reading } from '#shared/contracts/reading.ts'
import { highlight, highlightTermsOf } from '#site/features/search/records/highlight.ts'
import { readResults, rowCount } from '#site/features/search/records/results-view.ts'
import { operatorOf, phonesOf, proofOf, summaryOf } from '#site/features/search/summary/summary-view.ts'
import { applyView, type View, WHOLE } from '#site/features/search/view.ts'
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
  })

  test('names a record by its name, else by its first field', () => {
    expect(recordOf('reg07:1').title).toBe('Примеров Илья Андреевич')
    expect(recordOf('ads05:1').title).toBe('Илья Примеров')
  })

  test('calls a name-only entry of a list of losses a possible namesake, never more', () => {
    expect(recordOf('loss02:1').possibleNamesake).toBe(true)
    expect(recordOf('reg07:2').possibleNamesake).toBe(false)
  })

  test('names the sources that did not answer', () => {
    const partial = readResults({ ...ANSWER, failed_sources: ['loss02', 'unknown'] })
    expect(partial.failed.map(({ title }) => title)).toEqual(['Демо-список потерь 02', 'unknown'])
  })

  test('survives a source without meta and a record without a match or a person', () => {
    const bare = readResults({ ...ANSWER, sources_meta: {}, matches: {}, persons: [] })
    expect(bare.sources[0]).toMatchObject({ title: 'reg07', kind: 'ordinary', completeness: null })
    expect(bare.records.get('reg07:1')).toMatchObject({ person: null, match: { score: 0, why: [] } })
  })

  test('keeps a place for every source that was asked', () => {
    const failed = readResults({ ...ANSWER, failed_sources: ['loss02'] })
    expect(failed.places.map(({ number, state }) => `${number} ${state}`)).toEqual([
      '1 records',
      '2 records',
      '3 failed'
    ])
  })
})

describe('the one filter of people and records', () => {
  const shown = (change: Partial<View>) => {
    const { people, sources } = applyView(results, { ...WHOLE, ...change })
    const groups = sources.map(({ number, records }) => `${number}:${records.length}`)
    return [people.map(({ id }) => id).join(' '), groups.join(' ')]
  }

  test('shows everything at first', () => expect(shown({})).toEqual(['p1 p2 p3 p4', '1:2 2:2 3:1']))

  test.each([
    ['логистика', 'p2', '1:1'],
    ['ДЕМО-ЛОГИСТИКА', 'p2', '1:1'],
    ['9732041740', 'p1', '1:1 2:1'],
    ['973 204', 'p1', '1:1 2:1'],
    ['объявления светлана', 'p4', '2:1'],
    ['андреевич', 'p1', '1:1'],
    ['нет такого', '', '']
  ])('leaves the people and the records with every word of «%s»', (text, people, records) => {
    expect(shown({ text })).toEqual([people, records])
  })

  test('leaves all records of somebody whose row alone has the words', () => {
    const persons = ANSWER.persons.map(person =>
      person.id === 'p1' ? { ...person, region: 'Образцово' } : person
    )
    const { people, sources } = applyView(readResults({ ...ANSWER, persons }), {
      ...WHOLE,
      text: 'образцово'
    })
    expect(people.map(({ id }) => id)).toEqual(['p1'])
    expect(sources.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(['reg07:1', 'ads05:1'])
  })

  test('leaves the bands and the sources that were chosen, both with a text', () => {
    expect(shown({ choices: { band: ['probable'] } })).toEqual(['p2', '1:1'])
    expect(shown({ choices: { source: ['ads05'] } })).toEqual(['p1 p4', '2:2'])
    expect(shown({ choices: { source: ['ads05'], band: ['match'] }, text: '973' })).toEqual(['p1', '2:1'])
    expect(shown({ years: [1970, 1990] })).toEqual(['', ''])
  })

  test('has those together whom the user called one, where the first of them is', () => {
    const ids = (order: View['order']) =>
      applyView(
        results,
        { ...WHOLE, order },
        new Map([
          ['p1', 'p1'],
          ['p3', 'p1']
        ])
      ).people.map(({ id }) => id)
    expect(ids(WHOLE.order)).toEqual(['p1', 'p3', 'p2', 'p4'])
    expect(ids({ by: 'fit', isDown: false })).toEqual(['p4', 'p3', 'p1', 'p2'])
  })

  test('is one part of counts that agree everywhere', () => {
    const whole = applyView(results, WHOLE)
    expect([whole.records, whole.isNarrowed]).toEqual([ANSWER.results_count, false])
    expect(applyView(results, { ...WHOLE, text: 'андреевич' })).toMatchObject({
      records: 2,
      isNarrowed: true
    })
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
  const values = summaryOf(hero, results)

  test('keeps the order of its fields and drops phones that fail the check', () => {
    expect(values.map(({ field, isFirst }) => `${field} ${isFirst}`)).toEqual([
      'ФИО true',
      'Телефон true',
      'Адрес true',
      'Адрес false'
    ])
    expect(phonesOf(hero)).toEqual(['+7 973 204-17-40'])
  })

  test('gives each contradicting value a strip of its own', () => {
    const addresses = values.filter(({ field }) => field === 'Адрес')
    expect(addresses[0]).toMatchObject({ clash: 'значения расходятся', lone: false, newest: '03.08.2024' })
    expect(addresses.map(({ strip }) => strip.label)).toEqual([
      'подтверждает источник 1; расходится 2; молчит 3',
      'подтверждает источник 2; расходится 1; молчит 3'
    ])
  })

  test('does not call values that complete one another a contradiction, nor an initial a confirmation', () => {
    const [name, phone] = values
    expect([name, phone].map(value => value?.strip.label)).toEqual([
      'подтверждает источник 1; частично 2; молчит 3',
      'подтверждают источники 1, 2; молчит 3'
    ])
    // A cell that stands alone says that it does.
    expect([name?.row.state, name?.lone, phone?.lone]).toEqual(['single', false, false])
  })

  test('dates a value by its records alone, and says what was somebody else’s later', () => {
    expect(values[0]?.newest).toBe('')
    const former = { person_id: 'p2', date: '2014-11', text: 'раньше; позже — у другого лица' }
    const row = { ...summaryRow('Телефон', '+7 973 204-17-40', { reg07: 'confirms' }), former }
    expect(summaryOf({ summary: [row] }, results)[0]?.former).toBe(former.text)
  })

  test('calls dates with day and month exchanged so, and other dates different', () => {
    const clashes = (...dates: [string, string]) => {
      const [one, other] = dates
      const summary = [
        summaryRow('Дата рождения', one, { reg07: 'confirms', ads05: 'conflicts' }),
        summaryRow('Дата рождения', other, { ads05: 'confirms', reg07: 'conflicts' })
      ]
      return summaryOf({ summary }, results).map(({ clash }) => clash)
    }
    const exchanged = 'день и месяц переставлены'
    expect(clashes('03.04.1990', '04.03.1990')).toEqual([exchanged, exchanged])
    expect(clashes('03.04.1990', '05.03.1990')).toEqual(['значения расходятся', 'значения расходятся'])
  })

  test('shows of each value what every record wrote, and who is silent for which reason', () => {
    const row = {
      ...summaryRow('ФИО', 'Примеров Илья', { reg07: 'confirms', ads05: 'compatible' }),
      silent: { no_field: ['loss02'], no_person: ['gone'] }
    }
    const proof = proofOf(row, results)
    expect(proof).toMatchObject({ noField: [3], noPerson: [] })
    expect(
      proof.lines.map(({ sourceTitle, strip, sourceDate, basis }) => [
        sourceTitle,
        strip.label,
        sourceDate,
        basis
      ])
    ).toEqual([
      ['Демо-реестр 07', 'подтверждает источник 1', '01.02.2026', 'синтетические данные'],
      ['Демо-объявления 05', 'частично 2', '01.02.2026', 'синтетические данные']
    ])
  })

  test('tells the operator of each phone, by the answer or by the person', () => {
    const operator = { phone: '79732041740', operator: 'Другой', region: 'Примерск', country: 'Россия' }
    expect(operatorOf('+7 973 204-17-40', hero, operator)).toEqual(operator)
    expect(operatorOf('+7 973 204-17-40', hero, null)).toMatchObject({ operator: 'Демо-Связь' })
    expect(operatorOf('+7 973 204-17-41', hero, operator)).toBeNull()
    const phones = [{ phone: '79732041740', operator: null, region: null, country: null, note: null }]
    expect(operatorOf('+7 973 204-17-40', { phones }, null)).toBeNull()
  })
})
