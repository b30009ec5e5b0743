import { describe, expect, test } from 'bun:test'
import { formatName } from '#shared/identity/names/display-name.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { partsOfBest, readingText, scoreOf } from '#tests/shared/identity/reading/read-line.ts'

const PHONE = '+7 973 204-17-40'
const LONG = 'Длиннослов'.repeat(30)

/** What a phone book or a table of an office has in the column of a name, and who that is. */
const PEOPLE: [written: string, ...names: string[]][] = [
  ['Примеров ❤ Илья Андреевич', 'Примеров Илья Андреевич'],
  ['Примеров Илья ❤️', 'Примеров Илья'],
  ['😀Примеров Илья', 'Примеров Илья'],
  ['Примеров 👨‍👩‍👧 Илья 🇷🇺 Андреевич ✅', 'Примеров Илья Андреевич'],
  ['=Примеров Илья', 'Примеров Илья'],
  ['*Примеров Илья*', 'Примеров Илья'],
  ['• Примеров Илья', 'Примеров Илья'],
  ['Примеров_Илья!', 'Примеров Илья'],
  ['Примеров→Илья', 'Примеров Илья'],
  ['Примеров — Илья', 'Примеров Илья'],
  ['Примеров\u200bИлья', 'Примеров Илья'],
  ['При\u00adмеров Илья\u202e', 'Примеров Илья'],
  ['Ｐｒｉｍｅｒｏｖ Ｉｌｙａ', 'Primerov Ilya'],
  ['राजेश कुमार', 'राजेश कुमार'],
  ['<b>Примеров</b> Илья', 'Примеров Илья'],
  ['<img src=x onerror=alert(1)>Примеров Илья', 'Примеров Илья'],
  ['Примеров =HYPERLINK("https://example.com") Илья', 'Примеров Илья'],
  ['Примеров Илья (работа)', 'Примеров Илья'],
  ['Примеров Илья [гараж', 'Примеров Илья'],
  ['Илья (шиномонтаж)', 'Илья'],
  ['Примеров Илья – сосед', 'Примеров Илья'],
  ['Примеров Илья—муж', 'Примеров Илья'],
  ['сосед - Примеров Илья', 'Примеров Илья'],
  ['работа: Примеров Илья', 'Примеров Илья'],
  ['Примеров Илья, парикмахер', 'Примеров Илья'],
  ['Примеров Илья ✂️ парикмахер', 'Примеров Илья'],
  ['Примеров Илья, тел.', 'Примеров Илья'],
  ['Примеров Илья моб', 'Примеров Илья'],
  ['Примеров Илья 2', 'Примеров Илья'],
  ['Примеров2 Илья', 'Примеров Илья'],
  ['Примеров Илья²', 'Примеров Илья'],
  ['Примеров Илья II', 'Примеров Илья'],
  ['1. Примеров Илья', 'Примеров Илья'],
  ['№2 Примеров Илья', 'Примеров Илья'],
  ['Примеров Илья @primerov', 'Примеров Илья'],
  ['Примеров И.А. ❤', 'Примеров И. А.'],
  ['Примеров (И.А.)', 'Примеров И. А.'],
  ['(Примеров Илья)', 'Примеров Илья'],
  ['Примеров, Илья', 'Примеров Илья'],
  ['Примеров – Образцов Илья', 'Примеров-Образцов Илья'],
  ['Примерова (Образцова) Анна', 'Примерова Анна', 'Образцова Анна'],
  ['Примерова Анна (урожд. Образцова)', 'Примерова Анна', 'Образцова Анна'],
  ['г-н Примеров', 'Примеров'],
  ['гр-ка Примерова Анна', 'Примерова Анна'],
  ['ПРИМЕРОВ ЯН АНДРЕЕВИЧ', 'Примеров Ян Андреевич'],
  ['Примеров Илья (ООО «Вектор»)', 'Примеров Илья'],
  ['Примеров "Кабан"', 'Примеров Кабан'],
  ['Примеров Илья / Примерова Анна', 'Примеров Илья', 'Примерова Анна'],
  ['Примеров Илья; парикмахер', 'Примеров Илья'],
  [`${LONG} Илья Андреевич`, 'Илья Андреевич'],
  ['Примеров Илья Андреевич звонить после шести вечера только', 'Примеров Илья Андреевич'],
  ['директор Примеров И. А.', 'Примеров И. А.'],
  ['Генеральный директор Примеров Илья Андреевич', 'Примеров Илья Андреевич'],
  ['Примеров Илья Андреевич умер', 'Примеров Илья Андреевич'],
  ['Илья Примеров работа', 'Примеров Илья'],
  ['Александр "Саша" Примеров', 'Примеров Александр'],
  ['Кв. 12 Примеров Илья', 'Примеров Илья'],
  ['Подъезд 3: Примерова Анна', 'Примерова Анна'],
  ['ИП «Примеров»', 'Примеров'],
  ['Примеров И.А./Образцов О.П.', 'Примеров И. А.', 'Образцов О. П.'],
  ['Примеров Илья Андреевич и Примерова Анна', 'Примеров Илья Андреевич', 'Примерова Анна'],
  ['Мамедов Фикрет Гейдар оглы', 'Мамедов Фикрет Гейдар оглы'],
  ['фон Берг Анна', 'Фон Берг Анна'],
  ['Мама ❤', 'Мама']
]

const read = (written: string) => readAttributes({ ФИО: written, Телефон: PHONE }, {})

describe('signs and remarks in the column of a name', () => {
  test.each(PEOPLE)('«%s» is %s', (written, ...names) => {
    const { names: own, roles } = read(written)
    expect(own.map(formatName)).toEqual(names)
    // Nobody becomes an organisation.
    expect(roles?.hasPerson ?? true).toBe(true)
  })

  test.each(PEOPLE)('«%s» is found as written and as %s', (written, ...names) => {
    const record = { ФИО: written, Телефон: PHONE }
    expect(scoreOf(written, record)).toBeGreaterThan(0)
    for (const name of names) expect([name, scoreOf(name, record)]).not.toEqual([name, 0])
  })

  test('are found as the name without them is', () => {
    const plain = { ФИО: 'Примеров Илья Андреевич' }
    for (const odd of [
      'Примеров ❤ Илья Андреевич',
      'Примеров Илья Андреевич (работа)',
      '1. Примеров Илья Андреевич'
    ])
      for (const line of [
        'Примеров',
        'Примеров Илья',
        'Примеров Илья Андреевич',
        'Примеров И. А.',
        'Примерова Анна'
      ])
        expect([odd, line, scoreOf(line, { ФИО: odd })]).toEqual([odd, line, scoreOf(line, plain)])
  })

  test('in a line part a name inside and two people as in a record', () => {
    expect(partsOfBest('Примеров — Илья')).toEqual(['full_name Примеров Илья'])
    expect(partsOfBest('Примеров - Образцов Илья')).toEqual(['full_name Примеров-Образцов Илья'])
    for (const line of ['Примеров Илья + Образцова Анна', 'Примеров Илья & Образцова Анна'])
      expect(
        parseQuery(line)
          .filter(({ person }) => person !== undefined)
          .map(readingText)
      ).toEqual(['full_name Примеров Илья', 'full_name Образцова Анна'])
  })

  test.each([
    ['Примеров Илья (работа)', 'работа'],
    ['Илья (шиномонтаж)', 'шиномонтаж'],
    ['Примеров Илья – сосед', 'Примеров сосед'],
    ['Примеров Илья, парикмахер', 'парикмахер'],
    ['Мама ❤', 'мама'],
    ['❤ 24/7 ❤', '24 7'],
    ['ООО Вектор', 'вектор'],
    ['Школа № 5', 'школа 5']
  ])('of «%s» the words «%s» are found', (written, line) =>
    expect(scoreOf(line, { ФИО: written })).toBeGreaterThan(0)
  )

  test('are told from a date, a phone and an e-mail beside the name', () => {
    const {
      birthDates,
      identifiers: { phone: phones, email: emails }
    } = readAttributes(
      { ФИО: '2. Примеров Илья ❤ (8 973 204-17-41), 14.03.1981 г.р.; i.primerov@example.com' },
      {}
    )
    expect(phones).toEqual(['79732041741'])
    expect(emails).toEqual(['i.primerov@example.com'])
    expect(birthDates).toEqual([{ year: 1981, month: 3, day: 14 }])
  })

  test('are told from a contact behind a word in brackets', () => {
    const {
      names,
      identifiers: { phone: phones },
      besideNames
    } = read('Примеров Илья (жена 8 973 204-17-41)')
    expect(names.map(formatName)).toEqual(['Примеров Илья'])
    expect(phones).toContain('79732041741')
    expect(besideNames).toContain('жена')
    expect(read('Кв. 12 Примеров Илья (i.primerov@example.com)').identifiers.email).toEqual([
      'i.primerov@example.com'
    ])
  })

  test('leave the text as it is written for display', () => {
    expect(read('Примеров Илья ❤').names[0]?.written).toBe('Примеров Илья ❤')
    expect(readAttributes({ Фамилия: 'Примеров ❤', Имя: 'Илья' }, {}).names[0]?.written).toBe(
      'Примеров ❤ Илья'
    )
  })
})

describe('signs and remarks in the columns of the parts of a name', () => {
  test.each([
    [{ Фамилия: 'Примеров ❤', Имя: 'Илья 😀', Отчество: 'Андреевич ✅' }, 'Примеров Илья Андреевич'],
    [{ Фамилия: '<b>Примеров</b>', Имя: '*Илья*' }, 'Примеров Илья'],
    [{ Фамилия: 'Примеров (работа)', Имя: 'Илья' }, 'Примеров Илья'],
    [{ Фамилия: '1. Примеров', Имя: 'Илья (сосед)' }, 'Примеров Илья'],
    [{ Фамилия: 'Примеров', Имя: 'Илья – сосед' }, 'Примеров Илья'],
    [{ Фамилия: 'Примеров – Образцов', Имя: 'Илья' }, 'Примеров-Образцов Илья']
  ])('%j is %s', (fields, name) => {
    expect(readAttributes(fields, {}).names.map(formatName)).toEqual([name])
    expect(scoreOf(name, fields)).toBeGreaterThan(0)
  })

  test('remarks are found', () =>
    expect(scoreOf('работа', { Фамилия: 'Примеров (работа)', Имя: 'Илья' })).toBeGreaterThan(0))
})

describe('an organisation in the column of a name', () => {
  test.each(['ООО «Вектор»', 'Магазин "Ромашка"', '«Вектор»', 'Школа № 5', 'Банк'])(
    'is told by «%s»',
    written => {
      const { names, roles } = read(written)
      expect(names).toEqual([])
      expect(roles).toMatchObject({
        hasPerson: false,
        organisation: { names: [written], identifiers: { phone: ['79732041740'] } }
      })
    }
  )

  test.each(['❤', '123', '😀😀', '@primerov', '漢字', 'Тёща', 'Такси'])('is none of «%s»', written => {
    const {
      roles,
      identifiers: { phone: phones }
    } = read(written)
    expect(roles).toBeNull()
    expect(phones).toEqual(['79732041740'])
  })
})
