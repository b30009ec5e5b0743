import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { READING_REMARKS, remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const CHECKSUM = 'контрольное число не сходится'
const FILLER = 'заглушка не ищется: 0000000000'

describe('what is told beside the readings', () => {
  test.each([
    ['001204175339, 0000000000, 7707083893', [FILLER]],
    ['001204175339; 0000000000; 7707083893', [FILLER]],
    ['0000000000 +79732041740', [FILLER]],
    ['i@example.com +79732041740 0000000000', [FILLER]],
    ['Примеров Илья 0000000000 +79732041740', [FILLER]],
    ['Примеров Илья 0000000000', [FILLER]],
    ['0000000000 Примеров Илья', [FILLER]],
    ['Примеров Илья тел. 0000000000', [FILLER]],
    ['Примеров Илья +7 999 999-99-99', ['заглушка не ищется: +7 999 999-99-99']],
    ['Примеров Илья СНИЛС 000-000-000 00', ['заглушка не ищется: 000-000-000 00']],
    ['+79732041740 0000000000 1111111111', ['заглушка не ищется: 0000000000, 1111111111']],
    ['71234567890 9732041740', ['заглушка не ищется: 71234567890']],
    ...[
      'тел. 0000000000',
      'ИНН 0000000000',
      'СНИЛС 000-000-000 00',
      'тел. +7 999 999-99-99',
      'тел. 71234567890',
      '0000000000, 1111111111'
    ].map((line): [string, string[]] => [line, ['заглушка вместо номера, ищется как слова']]),
    ...['доб. 123', '(доб. 123)', 'вн. 12', 'добавочный 123'].map((extension): [string, string[]] => [
      `Примеров Илья +7 973 204-17-40 ${extension}`,
      ['добавочный номер не ищется']
    ]),
    ...['7707083893/770801001', 'ИНН/КПП: 7707083893 / 770801001', 'ООО Вектор 7707083893/770801001'].map(
      (line): [string, string[]] => [line, ['КПП не ищется']]
    ),
    ['Фамилия: Примеров Имя: Илья Источник: демо', ['не ищется: Источник']],
    ['Фамилия: Примеров; Имя: Илья; Адрес: Примерск; Номер записи: 17', ['не ищется: Адрес, Номер записи']],
    ['ФИО: Примеров Илья Отец: Примеров Андрей', ['не ищется: Отец']],
    ['Карточка; копия Фамилия: Примеров Имя: Илья', ['не ищется: Карточка, копия']],
    ['ФИО: Примеров Илья ФИО: Другов Олег Должность: врач', ['не ищется: Должность']],
    ['001204175338', [CHECKSUM]],
    ['001204175338 +79732041740', [CHECKSUM]],
    ['001204175338; 7707083893', [CHECKSUM]],
    ['Примеров Илья; Образцов Пётр 001204175338', [CHECKSUM]],
    ['0000000000 001204175338', [CHECKSUM, FILLER]]
  ])('of «%s» is %j', (line, remarks) => expect(remarksOfReadings(parseQuery(line))).toEqual(remarks))

  test.each([
    '9732041740',
    'Примеров Илья 9732041740',
    '+79732041740 001204175339',
    '4503 204175',
    '+7 973 204-17-40 (моб.)',
    'Фамилия: Примеров Имя: Илья Телефон: +7 973 204-17-40',
    'Фамилия: Примеров Имя: Илья Дата рождения: 14.03.1981 00:00:00 Адрес: н/д',
    'ФИО: Примеров Илья Паспорт серия: 4503 номер: 204175',
    'Примеров Илья ФИО: Примеров Илья Андреевич',
    'Организация: ООО Вектор ИНН: 7707083893'
  ])('is nothing of «%s», all of which is searched', line =>
    expect(remarksOfReadings(parseQuery(line))).toEqual([])
  )

  test('beside a name leaves the name alone', () => {
    for (const line of ['Примеров Илья 0000000000', 'Примеров Илья тел. 71234567890'])
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'full_name', value: 'Примеров Илья' })
  })

  test('is every remark, and no other note of a less likely reading', () => {
    const [first] = parseQuery('Примеров')
    if (!first) throw new Error('A name has no reading')
    const notes = Object.values(READING_NOTES)
    const told = remarksOfReadings([first, ...notes.map(note => ({ ...first, note }))])
    expect(told).toEqual(Object.values(READING_REMARKS))
  })
})
