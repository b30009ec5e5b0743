import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { scoreOf } from './read-line.ts'

const WORDS = [
  ...['ранее', 'бывшая', 'урождённая', 'урожд.', 'дев.', 'в девичестве', 'до брака', 'до замужества'],
  ...['девичья фамилия', 'прежняя фамилия', 'фамилия до замужества', 'фамилия при рождении']
]
const FORMER = 'Образцова'
const PLACES: ((former: string) => string)[] = [
  former => `Примерова Анна Олеговна, ${former}`,
  former => `Примерова Анна Олеговна (${former})`,
  former => `Примерова Анна Олеговна ${former}`,
  former => `Примерова (${former}) Анна Олеговна`,
  former => `Примерова Анна Олеговна (${former}) 14.03.1981`,
  former => `Примерова Анна Олеговна, ${former}; Цой Виктор`
]
const lines = [
  ...WORDS.flatMap(word => [' ', ': '].flatMap(sign => PLACES.map(place => place(word + sign + FORMER)))),
  ...['Анна', 'Анна Олеговна', 'Анна Олеговна 14.03.1981'].map(name => `Примерова (${FORMER}) ${name}`),
  `Примерова Анна Олеговна (${FORMER}) 14.03.1981`
]

describe('of a former surname in a line', () => {
  test.each(lines)('«%s» both surnames are asked for, and none is left out', line => {
    const own = parseQuery(line).filter(({ person = 1 }) => person === 1)
    const all = own.flatMap(one => [one, ...(one.parts ?? [])])
    const names = all.filter(({ kind }) => kind === 'full_name')
    const surnames = new Set(names.map(({ value }) => value.split(' ')[0]))
    expect([...surnames]).toEqual(['Примерова', FORMER, `Примерова-${FORMER}`])
    expect(all.filter(({ kind, confidence }) => kind === 'text' && confidence > 0.05)).toEqual([])
    expect(all.some(({ note = '' }) => note.includes('не ищется'))).toBe(false)
  })

  test.each(lines)('«%s» either finds', line => {
    const isFound = ['Примерова', FORMER, `Примерова-${FORMER}`, 'Другова'].map(surname => {
      const record = { ФИО: `${surname} Анна Олеговна`, 'Дата рождения': '14.03.1981' }
      return scoreOf(line, record) > 0.75
    })
    expect(isFound).toEqual([true, true, true, false])
  })
})

test.each([
  'Примеров Илья (Примерск)',
  'Примеров Илья (муж)',
  'Примеров Илья (Пермь)',
  'Примеров Илья (менеджер)'
])('a word in the brackets of «%s» is no surname', line => {
  const names = parseQuery(line).filter(({ kind }) => kind === 'full_name')
  expect(names.map(({ value }) => value)).toEqual(['Примеров Илья'])
})
