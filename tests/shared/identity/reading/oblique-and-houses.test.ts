import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'

const NAMES: [nominative: string, ...oblique: string[]][] = [
  ['Примеров Илья Андреевич', 'Примерова Ильи Андреевича', 'Примерову Илье Андреевичу'],
  ['Тестова Анна Олеговна', 'Тестовой Анны Олеговны', 'Тестову Анну Олеговну'],
  ['Кленодубов Пётр Кузьмич', 'Кленодубова Петра Кузьмича', 'Кленодубовым Петром Кузьмичом']
]

test('a number behind a full name makes no street of its patronymic, in whatever case', () => {
  for (const [nominative, ...oblique] of NAMES)
    for (const name of [nominative, ...oblique])
      for (const line of [`${name} 1`, `${name} 12 14.03.1981`, `${name.toLowerCase()} 7`]) {
        const [best] = parseQuery(line)
        const read = best?.parts?.find(({ kind }) => kind === 'full_name')?.value.replace('ё', 'е')
        expect([line, read]).toEqual([line, nominative.replace('ё', 'е')])
        expect([line, best?.parts?.some(({ kind }) => kind === 'address')]).toEqual([line, false])
      }
})

test.each(['Примерск Юрия Гагарина 5', 'ул. Петра Кузьмича 5', 'Примерск Ильича 5', 'Образцовая 7'])(
  '«%s» is an address still',
  line => expect(parseQuery(line)[0]?.kind).toBe('address')
)
