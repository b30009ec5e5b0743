import { describe, expect, test } from 'bun:test'
import { linkedRecord } from '#site/features/search/records/linked-record.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { relatedPeopleOf } from '#site/features/search/summary/related-view.ts'
import { relationMap } from '#site/features/search/summary/relation-map.ts'
import { ANSWER, summaryRow } from './search-answer.ts'

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

describe('related persons', () => {
  const phone = {
    kind: 'phone' as const,
    value: '+7 973 204-17-40',
    person_id: 'p2',
    record_ids: ['reg07:2'],
    text: 'общий телефон'
  }

  test('are listed once with all that they share, in the order in which the person names them', () => {
    const related = [...hero.related, phone, { ...phone, person_id: 'p4', record_ids: ['ads05:2'] }]
    expect(relatedPeopleOf({ ...hero, related }, results)).toMatchObject([
      {
        name: 'Примерова Светлана',
        line: 'Примерова Светлана',
        things: [
          {
            text: 'возможно родственник: та же фамилия и квартира',
            value: 'ул. Образцовая, д. 7, кв. 41',
            numbers: [2]
          },
          { text: 'общий телефон', value: '+7 973 204-17-40', numbers: [2] }
        ]
      },
      { name: 'Примеров И. А.', things: [{ text: 'общий телефон' }] }
    ])
  })

  test('say that their number was given to somebody else later', () => {
    const former = { person_id: 'p1', date: '2014-11', text: 'раньше; позже — у другого лица' }
    const row = { ...summaryRow('Телефон', phone.value, { reg07: 'confirms' }), former }
    const evidence = row.evidence.map(piece => ({ ...piece, record_id: 'reg07:2' }))
    const persons = ANSWER.persons.map(person =>
      person.id === 'p2' ? { ...person, summary: [{ ...row, evidence }] } : person
    )
    const [relative] = relatedPeopleOf({ ...hero, related: [phone] }, readResults({ ...ANSWER, persons }))
    expect(relative?.things[0].former).toBe(former.text)
  })

  test('are never the person themself, and nobody for a person who is connected with nobody', () => {
    expect(relatedPeopleOf({ ...hero, related: [{ ...phone, person_id: hero.id }] }, results)).toEqual([])
    expect(relatedPeopleOf(personOf('p2'), results)).toEqual([])
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
      const tied = { ...hero, related: [{ ...phone, kind: 'address' as const, value }] }
      return relationMap(tied, results)?.boxes[1]?.title
    })
    expect(titles).toEqual(['ул. Образцовая, д. 7', 'Связь без запятых длиннее р…'])
  })

  test('stand on the map once each, with what is shared between', () => {
    const related = [...hero.related, phone, { ...phone, person_id: 'p4', record_ids: ['ads05:2'] }]
    const map = relationMap({ ...hero, related }, results)
    expect(map?.boxes.map(({ kind, title, note }) => `${kind}: ${title} (${note})`)).toEqual([
      'me: Примеров Илья Андреевич (2\u00a0записи)',
      'thing: ул. Образцовая, д. 7, кв. 41 (адрес, 1\u00a0источник)',
      'thing: +7 973 204-17-40 (телефон, 2\u00a0источника)',
      'other: Примерова Светлана (возможно родственник, общий телефон)',
      'other: Примеров И. А. (общий телефон)'
    ])
    expect(map?.sentence).toContain(
      'Примерова Светлана (возможно родственник: та же фамилия и квартира, ул. Образцовая, д. 7, кв. 41'
    )
    expect(map?.lines.match(/M/g)).toHaveLength(5)
    expect(map?.lines).not.toContain('NaN')
  })
})
