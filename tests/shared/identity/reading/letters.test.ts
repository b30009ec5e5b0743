import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, readingText } from './read-line.ts'

const NAME = 'Примеров Илья Андреевич'

test.each([
  `С уважением, ${NAME}`,
  `С уважением,\n${NAME}`,
  `Искренне ваш ${NAME}`,
  `Добрый день! ${NAME}`,
  `Уважаемый ${NAME}!`,
  `От: ${NAME}`,
  `Кому: ${NAME}`,
  `${NAME} тел. ____________`,
  `${NAME} Паспорт: ____ ______`,
  `${NAME}, паспорт ____ ______, тел.: (не указан)`,
  `${NAME} ИНН: (нет)`
])('reads «%s» as the name and leaves nothing of it out', line => {
  expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
  expect(remarksOfReadings(parseQuery(line))).toEqual([])
})

test('reads the name of a signature up to the end of its line', () =>
  expect(
    partsOfBest(
      `С уважением,\n${NAME}\nначальник отдела\nООО «Вектор»\nтел. +7 973 204-17-40\ne-mail i.primerov@example.com`
    )
  ).toEqual([
    `full_name ${NAME}`,
    'text начальник отдела, ООО «Вектор»',
    'phone 79732041740',
    'email i.primerov@example.com'
  ]))

test.each(['договор 45/2022', 'договор № 45', 'заявление 12/2022'])(
  'reads no date in the subject «%s», nor beside a name',
  paper => {
    expect(partsOfBest(`От: ${NAME} Тема: ${paper}`)).toEqual([`full_name ${NAME}`])
    expect(partsOfBest(`${NAME}, ${paper}`)).toEqual([`full_name ${NAME}`])
    expect(partsOfBest(`Тема: справка ${NAME} 14.03.1981`)).toContain('birth_date 1981-03-14')
  }
)

test.each([
  ['договор: 45/2022', '45/2022'],
  ['номер договора 45/2022', '45/2022'],
  ['№ договора: 45/2022', '45/2022'],
  ['дело: № 12-А/2024', '12-А/2024'],
  ['СТС 99 12 345678', '9912345678']
])('looks of «%s» beside a name for no word but the number', (paper, number) => {
  const readings = parseQuery(`${paper} ${NAME}`)
  expect(readings.map(readingText)).toEqual([`full_name ${NAME}`, `text ${number}`, `text ${NAME}`])
  expect(remarksOfReadings(readings)).toEqual(['номер документа ищется как слова'])
})

test('names a short number of a paper beside a name with its label, and looks for no word of it', () => {
  const readings = parseQuery(`договор № 45 ${NAME}`)
  expect(readings.map(readingText)).toEqual([`full_name ${NAME}`, `text ${NAME}`])
  expect(remarksOfReadings(readings)).toEqual(['не ищется: договор № 45'])
})

test('asks for both people of the head of a letter and names its subject', () => {
  const readings = parseQuery(`От: ${NAME}\nКому: Другова Анна Сергеевна\nТема: договор`)
  expect(readings.filter(({ person }) => person !== undefined).map(readingText)).toEqual([
    `full_name ${NAME}`,
    'full_name Другова Анна Сергеевна'
  ])
  expect(remarksOfReadings(readings)).toEqual(['не ищется: Тема: договор'])
})

test('takes «Добрый» beside a given name for a surname', () =>
  expect(partsOfBest('Добрый Илья Андреевич')).toEqual(['full_name Добрый Илья Андреевич']))
