import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { partsOfBest } from './read-line.ts'

const NAME = 'Примеров Илья Андреевич'

test.each([
  [`${NAME}(г. Примерск)`, 'address г. Примерск'],
  [`${NAME} (г. Примерск)`, 'address г. Примерск'],
  [`${NAME}, г. Примерск(область)`, 'address г. Примерск'],
  [`${NAME}, ул. Образцовая, 5(кв. 3)`, 'address ул. Образцовая, 5 (кв. 3)'],
  [`${NAME}(ул. Образцовая, 5(кв. 3))`, 'address ул. Образцовая, 5 (кв. 3)'],
  [`(г. Примерск)${NAME}`, 'address г. Примерск'],
  [`${NAME}(14.03.1981)`, 'birth_date 1981-03-14'],
  [`${NAME}(1981)`, 'birth_date 1981'],
  [`${NAME} тел.(моб)89732041740`, 'phone 79732041740'],
  [`${NAME} 8(973)204-17-40`, 'phone 79732041740'],
  [`${NAME} (ИНН)001204175339`, 'inn_person 001204175339'],
  [`${NAME}, зарегистрирован(а) г. Примерск`, 'address г. Примерск']
])('a bracket of «%s» ends the word before it', (line, part) => {
  expect(partsOfBest(line)).toEqual([`full_name ${NAME}`, part])
})

test('brackets of a number that was taken out of them are no word', () => {
  const [name] = parseQuery(`${NAME} (14.03.1981)`)[0]?.parts ?? []
  expect(name?.terms.join(' ')).toBe(NAME)
})

test('a bracket that no word touches is as it is typed', () => {
  for (const line of ['8(973)204-17-40', 'прописан(а)', 'Образец (Примерск) 5'])
    expect(parseQuery(line).at(-1)?.terms.join(' ')).toBe(line)
})

test.each(['Иванов (менеджер) Пётр', 'Иванова (Анна) Петровна'])(
  'a word in the brackets of «%s» is no surname',
  line => {
    const names = parseQuery(line).map(({ value }) => value)
    expect(names.filter(name => name.startsWith('Менеджер') || name.includes('-'))).toEqual([])
  }
)
