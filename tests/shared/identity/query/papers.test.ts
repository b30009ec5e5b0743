import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'

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

describe('a paper is one before a preposition, in small letters and before a whole name', () => {
  test.each([
    ['Претензия к Петровой Анне Сергеевне', 'Петровой Анне Сергеевне', 'не ищется: Претензия'],
    ['ДОГОВОР С ИВАНОВЫМ ИВАНОМ ИВАНОВИЧЕМ', 'Ивановым Иваном Ивановичем', 'не ищется: ДОГОВОР'],
    ['Жалоба на Ивана Петровича', 'Ивана Петровича', 'не ищется: Жалоба'],
    ['Жалоба Ивана Петровича Примерова', 'Примерова Ивана Петровича', 'не ищется: Жалоба'],
    ['Договор Иван Иванович Примеров', 'Примеров Иван Иванович', 'не ищется: Договор'],
    ['Договор Иван Петрович Живаго', 'Живаго Иван Петрович', 'не ищется: Договор'],
    ['Договор Примеров Иван, Москва', 'Примеров Иван', 'не ищется: Договор'],
    ['жалоба Иван Петрович', 'Иван Петрович', undefined],
    ['договор Иван Иванович', 'Иван Иванович', undefined]
  ])('%s', (line, name, note) => expect(bestOf(line)).toMatchObject({ name, note }))

  test.each(['опекун Пётр', 'справка Анна', 'Договор с Анна', 'Договор', 'Жалоба Примеров'])('%s', line =>
    expect(parseQuery(line)[0]).toMatchObject({ kind: 'text', value: line })
  )
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
    ['в/у 99 12 345678', '9912345678'],
    ['договор № 8-973-204-17-40', '8-973-204-17-40'],
    ['№ договора 112-233-445-95', '112-233-445-95'],
    ['дело 12-34567/2022', '12-34567/2022'],
    ['ИП 12345/24/77001-ИП', '12345/24/77001-ИП'],
    ['договор ABCD-123/2022', 'ABCD-123/2022'],
    ['акты 12/3', '12/3'],
    ['договор 45', 'договор 45']
  ])('%s', (line, number) => {
    const [best, ...others] = parseQuery(line)
    expect(best).toMatchObject({ kind: 'text', value: number })
    expect(remarksOfReadings(parseQuery(line))[0]).toBe('номер документа ищется как слова')
    expect(others.map(({ kind }) => kind)).toEqual(number === line ? [] : ['text'])
  })

  test('and found by it in a column of numbers', () => {
    expect(findStep('договор 45/2022', { 'Номер договора': '45/2022' })).not.toBeNull()
    expect(findStep('в/у 99 12 345678', { 'Водительское удостоверение': '99 12 345678' })).not.toBeNull()
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
    ['ул. Ленина 45/2022', 'address'],
    ['12/1980', 'birth_date']
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
    expect(parseQuery(line)[0]?.parts?.map(part => String(part.kind))).toContain(kind)
  )

  test.each(['договор 2021-03-14', 'договор 14.03.2021г', 'договор 14.03.2021 г.'])(
    '«%s» has a date of no birth',
    line => {
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'text', value: line })
      expect(remarksOfReadings(parseQuery(line))[0]).toStartWith('не дата рождения')
    }
  )
})
