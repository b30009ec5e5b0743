import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { partsOfBest } from './read-line.ts'

const bestOf = (line: string) => {
  const [best] = parseQuery(line)
  const name = [best, ...(best?.parts ?? [])].find(one => one?.kind === 'full_name')
  return { name: name?.value, confidence: best?.confidence, note: best?.note }
}

describe('a paper in capitals beside a given name is a surname', () => {
  test.each([
    ['Жалоба Иван Петрович', 0.97],
    ['Договор Иван Иванович', 0.97],
    ['Справка Анна Петровна', 0.97],
    ['Регистрация Анна Петровна', 0.97],
    ['Опекун Пётр', 0.93],
    ['Справка Анна', 0.75]
  ])('%s', (name, confidence) => expect(bestOf(name)).toEqual({ name, confidence, note: undefined }))

  test.each([
    ['Иван Петрович Жалоба', 'Жалоба Иван Петрович'],
    ['ЖАЛОБА ИВАН ПЕТРОВИЧ', 'Жалоба Иван Петрович'],
    ['Жалоба Иван Петрович, 14.03.1981', 'Жалоба Иван Петрович'],
    ['Жалоба Иван Петрович Москва', 'Жалоба Иван Петрович'],
    ['Жалоба Иван Петрович, г. Примерск', 'Жалоба Иван Петрович'],
    ['Справка А. П.', 'Справка А. П.']
  ])('%s', (line, name) => expect(bestOf(line)).toMatchObject({ name, note: undefined }))

  test('also when nothing stands beside it', () => {
    expect(findStep('Жалоба', { Фамилия: 'Жалоба', Имя: 'Иван', Отчество: 'Петрович' })).not.toBeNull()
    expect(parseQuery('Жалоба').map(({ kind }) => kind)).toEqual(['text', 'full_name'])
  })
})

const DECLINED = 'в именительном падеже; не ищется: '

describe('a paper is one before a preposition, in small letters and before a whole name', () => {
  test.each([
    ['Претензия к Петровой Анне Сергеевне', 'Петрова Анна Сергеевна', `${DECLINED}Претензия`],
    ['ДОГОВОР С ИВАНОВЫМ ИВАНОМ ИВАНОВИЧЕМ', 'Иванов Иван Иванович', `${DECLINED}ДОГОВОР`],
    ['Жалоба на Ивана Петровича', 'Иван Петрович', `${DECLINED}Жалоба`],
    ['Жалоба Ивана Петровича Примерова', 'Примеров Иван Петрович', `${DECLINED}Жалоба`],
    ['Договор Иван Иванович Примеров', 'Примеров Иван Иванович', 'не ищется: Договор'],
    ['Договор Иван Петрович Живаго', 'Живаго Иван Петрович', 'не ищется: Договор'],
    ['Договор Примеров Иван, Москва', 'Примеров Иван', 'не ищется: Договор'],
    ['жалоба Иван Петрович', 'Иван Петрович', undefined],
    ['договор Иван Иванович', 'Иван Иванович', undefined]
  ])('%s', (line, name, note) => expect(bestOf(line)).toMatchObject({ name, note }))

  test('a lone one is a word', () =>
    expect(parseQuery('Договор')[0]).toMatchObject({ kind: 'text', value: 'Договор' }))

  test.each([
    ['опекун Пётр', 'Пётр'],
    ['справка Анна', 'Анна'],
    ['Договор с Анна', 'Анна'],
    ['Жалоба Примеров', 'Примеров']
  ])('%s', (line, name) => expect(bestOf(line)).toMatchObject({ name }))
})

describe('a paper and its number alone are no house, birth or identifier', () => {
  test.each([
    ['договор 45/2022', '45/2022'],
    ['Договор: 45/2022', '45/2022'],
    ['договор займа № 45-К/2022', '45-К/2022'],
    ['исковое заявление 12/2022', '12/2022'],
    ['акт 12.2020', '12.2020'],
    ['дело № 2-123/2020', '2-123/2020'],
    ['уголовное дело 1-23/2020', '1-23/2020'],
    ['решение 2-123/2020 от 12.03.2020', '2-123/2020'],
    ['счёт на оплату № 4070281099', '4070281099'],
    ['исх. № 12/2020', '12/2020'],
    ['постановление 18810177240012345670', '18810177240012345670'],
    ['доверенность 77 АВ 1234567', '77 АВ 1234567'],
    ['договор № 8-973-204-17-40', '8-973-204-17-40'],
    ['№ договора 112-233-445-95', '112-233-445-95'],
    ['дело 12-34567/2022', '12-34567/2022'],
    ['ИП 12345/24/77001-ИП', '12345/24/77001-ИП'],
    ['договор ABCD-123/2022', 'ABCD-123/2022'],
    ['акты 12/3', '12/3'],
    ['дог. №45/2022', '45/2022'],
    ['дог.№45/2022', '45/2022'],
    ['договор№45/2022', '45/2022'],
    ['доп. соглашение № 3 к договору 45/2022', '45/2022'],
    ['дополнительное соглашение №3 от 01.02.2022 к договору подряда № 45/2022-П', '45/2022-П'],
    ['приложение 1 к договору 45/2022', '45/2022'],
    ['госконтракт 45/2022', '45/2022'],
    ['государственный контракт № 45/2022', '45/2022'],
    ['заявка 45/2022', '45/2022'],
    ['заказ № 45/2022', '45/2022'],
    ['заказ 45', 'заказ 45'],
    ['СТС 9912345678', '9912345678'],
    ['СТС 77 УН 123456', '77 УН 123456'],
    ['свидетельство о регистрации ТС 99 12 345678', '9912345678'],
    ['ПТС 77АВ123456', '77АВ123456'],
    ['загранпаспорт 75 1234567', '751234567'],
    ['загранпаспорт 751234567', '751234567'],
    ['исполнительный лист ФС 045678901', 'ФС 045678901'],
    ['исполнительный лист серии ФС № 045678901', 'ФС № 045678901'],
    ['договор 45', 'договор 45']
  ])('%s', (line, number) => {
    const [best, ...others] = parseQuery(line)
    expect(best).toMatchObject({ kind: 'text', value: number })
    expect(remarksOfReadings(parseQuery(line))[0]).toBe('номер документа ищется как слова')
    expect(others.map(({ kind }) => kind)).toEqual(number === line ? [] : ['text'])
  })

  test('and found by it in a column of numbers', () => {
    expect(findStep('договор 45/2022', { 'Номер договора': '45/2022' })).not.toBeNull()
    for (const number of ['99 12 345678', '9912345678'])
      expect(findStep('СТС 99 12 345678', { 'Свидетельство ТС': number })).not.toBeNull()
    expect(findStep('загранпаспорт 75 1234567', { Загранпаспорт: '75 1234567' })).not.toBeNull()
    expect(findStep('исполнительный лист ФС 045678901', { Лист: 'ФС № 045678901' })).not.toBeNull()
  })

  test.each([
    ['акт примеров илья 12/1980', 'combined'],
    ['договор 7707083893', 'combined'],
    ['договор 12.03.2020', 'text'],
    ['ИП 8-973-204-17-40', 'phone'],
    ['ИП 45-06-123456', 'passport'],
    ['продажа 3-комнатная', 'text'],
    ['справка 2-НДФЛ', 'text'],
    ['оплата 150000', 'text'],
    ['кредит 500000', 'text'],
    ['Актов 12/3', 'address'],
    ['перевод ivan-petrov.1985', 'combined'],
    ['12/1980', 'birth_date'],
    ['Ву 9732041740', 'combined'],
    ['заказчик 45', 'text'],
    ['права 89732041740', 'phone']
  ])('but «%s» is something else', (line, kind) => {
    expect(parseQuery(line)[0]).toMatchObject({ kind })
    expect(remarksOfReadings(parseQuery(line)).join()).not.toContain('номер документа')
  })

  test.each([
    ...['долг', 'перевод', 'справка', 'заявление', 'кредит', 'полис', 'исх.', 'договор'].map(paper => [
      `${paper} 8-973-204-17-40`,
      'phone'
    ]),
    ['счёт 8-800-555-35-35', 'phone'],
    ['полис 112-233-445-95', 'snils'],
    ['счет 112-233-445-95', 'snils'],
    ['свидетельство А123ВС/77', 'plate'],
    ['продажа А123ВС-77', 'plate']
  ])('the identifier of «%s» is searched', (line, kind) =>
    expect(partsOfBest(line).join()).toContain(`${kind} `)
  )

  test.each(['договор 2021-03-14', 'договор 14.03.2021г', 'договор 14.03.2021 г.'])(
    '«%s» has a date of no birth',
    line => {
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'text', value: line })
      expect(remarksOfReadings(parseQuery(line))[0]).toStartWith('не дата рождения')
    }
  )
})

describe('a person and the number of a paper are both kept', () => {
  test.each([
    ['договор подряда №45/2022-П Примеров И.А.', 'Примеров И. А.', '45/2022-П'],
    ['Примеров И.А. договор подряда №45/2022-П', 'Примеров И. А.', '45/2022-П'],
    ['договор Илья Примеров 45/2022', 'Примеров Илья', '45/2022'],
    ['договор Примеров Илья Андреевич, 45/2022', 'Примеров Илья Андреевич', '45/2022'],
    ['договор Примерова Ильи 45/2022', 'Примеров Илья', '45/2022'],
    ['договор Примеров Илья 5/2022', 'Примеров Илья', '5/2022'],
    ['договор 45-П/2022 Примеров Илья', 'Примеров Илья', '45-П/2022'],
    ['доп. соглашение №3 к договору № 45/2022 Примеров Илья', 'Примеров Илья', '45/2022'],
    ['дог. № 45/2022 Примеров Илья', 'Примеров Илья', '45/2022'],
    ['Примеров Илья заявка 45/2022', 'Примеров Илья', '45/2022'],
    ['заказ 45/2022 Примеров Илья', 'Примеров Илья', '45/2022'],
    ['Илья Примеров 45/2022', 'Примеров Илья', '45/2022'],
    ['Примеров Илья Андреевич, 145/2022', 'Примеров Илья Андреевич', '145/2022'],
    ['Примеров Илья госконтракт 45/2022', 'Примеров Илья', '45/2022'],
    ['Примеров Илья СТС 9912345678', 'Примеров Илья', '9912345678'],
    ['Примеров Илья загранпаспорт 75 1234567', 'Примеров Илья', '751234567'],
    ['исполнительный лист ФС 045678901 Примеров Илья', 'Примеров Илья', 'ФС 045678901']
  ])('in «%s»', (line, name, number) => {
    const [best, ...others] = parseQuery(line)
    expect(best).toMatchObject({ kind: 'full_name', value: name })
    expect(others).toContainEqual(expect.objectContaining({ kind: 'text', value: number }))
    expect(others.some(({ kind }) => kind === 'birth_date' || kind === 'combined')).toBe(false)
  })

  test('but a firm beside the number is words', () =>
    expect(parseQuery('договор ООО Вектор 45/2022').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['договор ООО Вектор 45/2022', '45/2022'])
    ))

  test.each(['договор 45/22 Примеров Илья', 'Примеров Илья договор 45/22'])(
    'the number of «%s» is none of the words that a record must have',
    line => {
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'full_name', value: 'Примеров Илья' })
      expect(remarksOfReadings(parseQuery(line))).toEqual(['не ищется: договор 45/22'])
    }
  )

  test.each<[line: string, ...readings: string[]]>([
    ['договор 45/2022, заявка 12/2023', 'text 45/2022', 'text 12/2023'],
    ['дело 2-123/2020 и договор № 45/2022', 'text 2-123/2020', 'text 45/2022'],
    [
      'договор 45/2022 и договор 46/2022 Примеров Илья',
      'full_name Примеров Илья',
      'text 45/2022',
      'text 46/2022'
    ]
  ])('the numbers of «%s» are each looked for', (line, ...readings) => {
    const all = parseQuery(line).map(({ kind, value }) => `${kind} ${value}`)
    expect(all.slice(0, readings.length)).toEqual(readings)
  })

  test.each([
    ['договор Примеров Илья 12/1980', '1980-12'],
    ['договор Примеров Илья 14/03/1981', '1981-03-14'],
    ['договор Примеров Илья 14-мар-1981', '1981-03-14'],
    ['ИП Примеров Илья 1981-2024', '1981']
  ])('but of «%s» a date of birth stays one', (line, born) => {
    const [best] = parseQuery(line)
    expect(best?.parts?.map(({ value }) => value)).toEqual(['Примеров Илья', born])
  })
})
