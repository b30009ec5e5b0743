import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest } from './read-line.ts'

const NAME = 'Примеров Илья'

const IDENTIFIERS = [
  ['8 973 204-17-40', 'phone 79732041740'],
  ['8(973)204-17-40', 'phone 79732041740'],
  ['8-973-204-12-40', 'phone 79732041240'],
  ['89732041740', 'phone 79732041740'],
  ['+7 973 204 17 40', 'phone 79732041740'],
  ['ИНН 001204175339', 'inn_person 001204175339'],
  ['ИНН 7707-08-3893', 'inn_org 7707083893'],
  ['001204175339', 'inn_person 001204175339'],
  ['паспорт 4509 123456', 'passport 4509123456'],
  ['4509 123456', 'passport 4509123456'],
  ['4509 № 123456', 'passport 4509123456'],
  ['СНИЛС 204-777-153 66', 'snils 20477715366'],
  ['А123ВС77', 'plate А123ВС77'],
  ['а/м А 123 ВС 77', 'plate А123ВС77'],
  ['ivan.primerov@example.com', 'email ivan.primerov@example.com'],
  ['0DMPA4B26KP204175', 'vin 0DMPA4B26KP204175']
]

const WORDS = (
  'выдан паспорт|паспорт выдан|выдана доверенность|выдано свидетельство|выдан|выдан в 2010|выдан 12.03.2010|дата выдачи 12.03.2010|12.03.2010 выдан|' +
  'выдан УВД Твери|выдан ОВД|паспорт выдан УВД г. Твери 12.03.2010|кем выдан: ОВД Твери|код подразделения 500-001|' +
  'договор|договор от 12.03.2010|договор 12.03.2010|по договору от 12.03.2010 № 45|решение суда от 12.03.2010|дело № 2-1234/2023|дело А40-12345/2024|' +
  'приказ 12.03.2010|штраф|штраф 12.03.2010|ДТП 12.03.2010|осмотр 12.03.2010|срок до 2030|заказ от 12.03.2010|в розыске с 12.03.2010|' +
  'брак|брак 2010|полис|рейс|авария|операция|уволен|уволен 2010|принят на работу 12.03.2010|умер в 2010|работает с 2010 года|служил в 2010|' +
  'передано|передано 12.05.2020|вручено лично|на предмет судимости|по доверенности|по доверенности от 12.03.2020 № 77 АВ 1234567|' +
  'дата заполнения 12.03.2010|запись 12.03.2010|на 12.03.2010|от 12.03.2010|ранее Петров|в девичестве Петрова|годы жизни 1981-2024|1981-2024|' +
  'и его жена Светлана|с женой|наследник|номер|тема: запрос|Оператор: МТС|45 лет|доб. 12'
).split('|')

const ORDERS: ((identifier: string, words: string) => string)[] = [
  (identifier, words) => `${NAME} ${identifier} ${words}`,
  (identifier, words) => `${NAME}, ${identifier}, ${words}`,
  (identifier, words) => `${NAME} ${words} ${identifier}`,
  (identifier, words) => `${NAME}, ${words}, ${identifier}`,
  (identifier, words) => `${identifier} ${words} ${NAME}`,
  (identifier, words) => `${words} ${identifier} ${NAME}`,
  (identifier, words) => `${words} ${identifier} 12.03.2010 ${NAME}`,
  (identifier, words) => `${identifier} ${words}`
]

test.each(IDENTIFIERS)('no word beside it takes or tears «%s»', (identifier, part = '') => {
  const lines = WORDS.flatMap((words, at) => {
    const first = at + IDENTIFIERS.findIndex(([one]) => one === identifier)
    const orders = [0, 3].map(step => ORDERS[(first + step) % ORDERS.length])
    return orders.map(order => order?.(identifier, words) ?? '')
  })
  const torn = lines.filter(line => !partsOfBest(line).some(one => one.replace(/^!/, '') === part))
  expect(torn).toEqual([])
})

test.each<[line: string, leftOut: string, ...parts: string[]]>([
  [`${NAME}, срок 89732041740 до 2030`, 'срок, до 2030', `full_name ${NAME}`, 'phone 79732041740'],
  [
    `4509 123456 выдан ОВД ${NAME} a@example.com`,
    'выдан ОВД',
    `full_name ${NAME}`,
    'email a@example.com',
    'passport 4509123456'
  ],
  ['4509 123456 12.03.2010 выдан УВД Твери', '12.03.2010 выдан УВД Твери', 'passport 4509123456']
])('of «%s» only «%s» is left out', (line, leftOut, ...parts) => {
  expect(partsOfBest(line).toSorted()).toEqual(parts.toSorted())
  expect(remarksOfReadings(parseQuery(line))).toContain(`не ищется: ${leftOut}`)
})

test.each<[line: string, ...parts: string[]]>([
  ['1981-2024 45 09 123456', 'passport 4509123456'],
  ['45 09 123456 1981-2024', 'passport 4509123456'],
  ['500-001 4509 123456', 'passport 4509123456'],
  ['45 09 123456 3 листа', 'passport 4509123456'],
  [`${NAME} тел. 8 (973) 204 17 40 4509 123456`, 'phone 79732041740', 'passport 4509123456'],
  [`${NAME} тел. 8 973 204-17-40 2`, 'phone 79732041740'],
  ['тел. 8 (973) 204 17 40 1)', 'phone 79732041740'],
  ['тел. 8 973204 17 40 12', 'phone 79732041740'],
  ['тел. 8 10375291234567', 'phone 375291234567'],
  ['тел. 8-10-375-29-123-45-67', 'phone 375291234567'],
  ['тел. 86 138 1234 5678', 'phone 8613812345678'],
  ['50 0100 732259', 'inn_person 500100732259'],
  ['1 2000 00 204172', 'ogrn 1200000204172'],
  ['45 09 123456 7 листов', 'passport 4509123456'],
  ['204 777 153 67', '!snils 20477715367']
])('of the numbers of «%s» none takes a part of another', (line, ...parts) => {
  const identifiers = partsOfBest(line).filter(one => !/^(?:full_name|text|birth_date) /.test(one))
  expect(identifiers.toSorted()).toEqual(parts.toSorted())
})

test('no year beside a number becomes a part of it', () => {
  const years = Array.from({ length: 60 }, (_, at) => String(1966 + at))
  const numbers = ['8 973 204-17-40', '204-777-153 66', '4509 123456', '45 09 123456', '001204175339']
  const torn = years.flatMap(year =>
    numbers.flatMap(number => {
      const alone = partsOfBest(number)[0] ?? ''
      const lines = [`${NAME} ${year} ${number}`, `${number} ${year} ${NAME}`]
      return lines.filter(line => !partsOfBest(line).includes(alone))
    })
  )
  expect(torn).toEqual([])
})

test.each([
  ['договор № 89732041740 от 12.03.2010', `договор № 89732041740 от 12.03.2010`],
  ['лицевой счёт: 4509123456', 'лицевой счёт: 4509123456']
])('the number of «%s» is no number of the person', (words, leftOut) => {
  const line = `${NAME} ${words}`
  expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
  expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${leftOut}`])
})
