import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'
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
