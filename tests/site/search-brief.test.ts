import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { PHONE_LABEL } from '#shared/labels/usual-fields.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { briefOf } from '#site/features/search/summary/brief-view.ts'
import { relatedPeopleOf } from '#site/features/search/summary/related-view.ts'
import { passesPhoneCheck } from '#site/features/search/summary/summary-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { ANSWER, summaryRow } from './search-answer.ts'

const results = readResults(ANSWER)
const [hero] = ANSWER.persons as [Person]

describe('a summary in short', () => {
  test('says every value but the name and the date of its heading', () => {
    const rows = [
      ...hero.summary,
      summaryRow('ФИО', 'Примеров Илья А.', { reg07: 'confirms' }),
      summaryRow('Адрес', 'г. Примерск, ул. Образцовая, д. 7, кв. 41', { reg07: 'confirms' }),
      summaryRow(PHONE_LABEL, '+7 973 204-17-41', { reg07: 'confirms' }),
      summaryRow('E-mail', 'a@example.com', { reg07: 'confirms' })
    ]
    const person = { ...hero, summary: rows }
    const { values, phones } = briefOf(person, results)
    const texts = new Set([...values.map(({ value }) => value), ...phones])
    const headed = [person.name, dateText(person.birth_date ?? '')]
    for (const row of rows.filter(passesPhoneCheck))
      expect([row.value, texts.has(dateText(row.value)) || headed.includes(dateText(row.value))]).toEqual([
        row.value,
        true
      ])
    expect(values.map(({ value }) => value)).not.toContain(person.name)
  })

  test('keeps a name that others contradict, and counts the relatives that it does not name', () => {
    const clashing = { ...summaryRow('ФИО', hero.name, { reg07: 'confirms' }), state: 'conflict' as const }
    expect(briefOf({ ...hero, summary: [clashing] }, results).values[0]?.clash).toBeTruthy()
    const related = ANSWER.persons.flatMap(({ id }) =>
      hero.related[0] && id !== hero.id ? [{ ...hero.related[0], person_id: id }] : []
    )
    const person = { ...hero, related }
    const { relatives, rest } = briefOf(person, results)
    expect(relatives.length + rest).toBe(relatedPeopleOf(person, results).length)
  })
})
