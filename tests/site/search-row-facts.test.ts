import { describe, expect, test } from 'bun:test'
import { townOf } from '#shared/identity/records/town.ts'
import { factsOf } from '#site/features/search/people/facts.ts'
import { pastedLine } from '#site/ui/form/paste-lines.ts'

describe('an address in a row', () => {
  test.each([
    ['000000, Эталонская область, г. Вымыслов, ул. Эскизная, д. 58, кв. 12', 'Вымыслов'],
    ['г. Примерск, ул. Образцовая, д. 7', 'Примерск'],
    ['город Примерск, ул. Образцовая', 'Примерск'],
    ['Образцовый край, Примерский р-н, с. Вымыслово, д. 3', 'Вымыслово'],
    ['Примерск, ул. Образцовая, д. 7', 'Примерск'],
    ['ул. Образцовая, д. 7, кв. 41', 'ул. Образцовая'],
    ['Эталонская область', 'Эталонская область'],
    ['', '']
  ])('«%s» is its town: «%s»', (address, town) => expect(townOf(address)).toBe(town))

  test('is one alone: any other value stands as it is', () => {
    const facts = [
      { field: 'Адрес', value: 'г. Примерск, ул. Образцовая, д. 7' },
      { field: 'Место работы', value: 'ООО «Ромашка», г. Примерск' }
    ]
    expect(factsOf({ facts, region: null }).map(({ text }) => text)).toEqual([
      'Примерск',
      'ООО «Ромашка», г. Примерск'
    ])
    expect(factsOf({ facts: [], region: 'Примерская область' })).toMatchObject([
      { text: 'Примерская область' }
    ])
  })
})

describe('what is pasted into the line', () => {
  test.each([
    ['Петров Иван Петрович', 'Примеров', '', ' Примеров'],
    ['Петрович ', 'Примеров', '', 'Примеров'],
    ['Петрович', ' 14.03.1981', '', ' 14.03.1981'],
    ['', 'Примеров', 'Илья', 'Примеров '],
    ['8973204', '1740', '', '1740'],
    ['i.primerov@', 'example.com', '', 'example.com'],
    ['', 'Примеров\r\n  Иванов\n', '', 'Примеров; Иванов']
  ])('behind «%s»: «%s» before «%s»', (before, pasted, after, line) =>
    expect(pastedLine(before, pasted, after)).toBe(line)
  )
})
