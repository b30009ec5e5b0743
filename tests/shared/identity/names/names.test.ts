import { describe, expect, test } from 'bun:test'
import { givenGroup, givenGroups } from '#shared/identity/names/given-names.ts'
import { GIVEN_NAMES } from '#shared/identity/names/given-names-table.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { fatherOf } from '#shared/identity/names/patronymic.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { surnameStem } from '#shared/identity/names/surname.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import { toCyrillicLayout, toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { NAME_PAIRS_IN_TWO_SCRIPTS, WRITTEN_NAMES } from './name-forms.ts'

const read = (text: string) => {
  const [name] = parseName(text)
  return name ? [name.surname, name.given, name.patronymic].map(part => part ?? '-').join('|') : 'nobody'
}

describe('fold', () => {
  test('is equal for a Latin spelling and the Cyrillic word', () => {
    const apart = NAME_PAIRS_IN_TWO_SCRIPTS.filter(
      ([cyrillic, latin]) => phoneticKey(cyrillic) !== phoneticKey(latin)
    )
    expect(
      apart.map(([cyrillic, latin]) => `${cyrillic} ${phoneticKey(cyrillic)} ${latin} ${phoneticKey(latin)}`)
    ).toEqual([])
  })

  test('does not see ё, capitals, accents, look-alikes and invisible signs', () => {
    const written = [
      'Семёнов',
      'семенов',
      'СЕМЕНОВ',
      'Семёнoв',
      'Семе\u0301нов',
      'Се\u00adменов',
      'семе\u0308нов',
      'Сeмeнoв'
    ]
    expect([...new Set(written.map(phoneticKey))]).toEqual(['semenov'])
  })

  test('keeps different names apart', () => {
    const names = [
      'Анна',
      'Яна',
      'Юлия',
      'Ульяна',
      'Иван',
      'Ян',
      'Петров',
      'Перов',
      'Шило',
      'Сило',
      'Жуков',
      'Зуков',
      'Чехов',
      'Цехов',
      'Гусев',
      'Хусев'
    ]
    expect(new Set(names.map(phoneticKey)).size).toBe(names.length)
  })

  test('takes a name apart into words with ё kept', () => {
    expect(tokenizeName('Римский – Корсаков,  Пётр  О’Брайен\u00a0И.И.')).toEqual([
      'римский-корсаков',
      'пётр',
      'о’брайен',
      'и',
      'и'
    ])
    expect(tokenizeName('123 !')).toEqual([])
  })
})

describe('names', () => {
  test('are read in all twelve written forms and more', () => {
    expect(
      WRITTEN_NAMES.filter(([text, expected]) => read(text) !== expected).map(([text]) => [text, read(text)])
    ).toEqual([])
  })

  test('are ranked, never labelled, and keep what was written', () => {
    const readings = parseName('Роман Абрамович')
    expect(readings.map(name => [name.surname, name.given, name.patronymic])).toEqual([
      [undefined, 'роман', 'абрамович'],
      ['абрамович', 'роман', undefined]
    ])
    expect(readings.every(name => !name.labelled && name.written === 'Роман Абрамович')).toBe(true)
  })

  test('are not seen in figures, addresses of mail and long texts', () => {
    for (const text of ['', '123', 'i@example.com', 'ООО №1', 'слово '.repeat(10), '...', '🙂'])
      expect([text, parseName(text)]).toEqual([text, []])
  })

  test('tell the gender by patronymic, given name, then surname', () => {
    const gender = (text: string) => {
      const [name] = parseName(text)
      return name && prepareName(name).gender
    }
    expect(
      [
        'Шевчук Саша Ивановна',
        'Примерова С.',
        'Алиев Эльчин Гасан оглы',
        'Никита Белых',
        'Ли Женя',
        'Черных'
      ].map(gender)
    ).toEqual(['female', 'female', 'male', 'male', undefined, undefined])
  })

  test('know the father of a patronymic', () => {
    const fathers = {
      Иванович: 'Иван',
      Ильинична: 'Илья',
      Львовна: 'Лев',
      Павлович: 'Павел',
      Яковлевна: 'Яков',
      Никитич: 'Никита',
      Сергеич: 'Сергей',
      Юрьевна: 'Юрий',
      Дмитриевич: 'Дмитрий',
      Михайловна: 'Михаил',
      Игоревич: 'Игорь',
      Кузьминична: 'Кузьма',
      Sergeyevich: 'Сергей',
      Палыч: 'Павел',
      Алексеевна: 'Алексей'
    }
    for (const [patronymic, father] of Object.entries(fathers)) {
      expect([patronymic, fatherOf(patronymic)]).toEqual([
        patronymic,
        patronymic === 'Кузьминична' ? fatherOf('Кузьмич') : givenGroup(father)
      ])
    }
    expect(fatherOf('Ага оглы')).toBe(phoneticKey('Ага'))
    expect(['Иванов', 'Бабич', 'Анна', 'И'].map(fatherOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  test('group short forms with their full names', () => {
    const short = {
      Саша: 'Александр',
      Лёша: 'Алексей',
      Дима: 'Дмитрий',
      Катя: 'Екатерина',
      Kate: 'Екатерина',
      Коля: 'Николай',
      Настя: 'Анастасия',
      Наталия: 'Наталья',
      Mikhail: 'Михаил',
      Гоша: 'Георгий'
    }
    for (const [form, full] of Object.entries(short))
      expect([form, givenGroup(form)]).toEqual([form, givenGroup(full)])
    expect(givenGroups('Саша')).toEqual([givenGroup('Александр'), givenGroup('Александра')])
    expect(givenGroup('Абракадабр')).toBe(phoneticKey('Абракадабр'))
  })

  test('have at least 300 given names and 150 groups of short forms in the table', () => {
    const rows = GIVEN_NAMES.trim().split('\n')
    expect(rows.every(row => /^[мж] [а-яё]+:(?: [а-яё]+)*(?: \|(?: [a-zа-яёіїґўөәəü]+)+)?$/.test(row))).toBe(
      true
    )
    expect(rows.length).toBeGreaterThanOrEqual(300)
    expect(rows.filter(row => /: [а-яё]/.test(row)).length).toBeGreaterThanOrEqual(150)
    expect(new Set(rows.map(row => row.split(':')[0])).size).toBe(rows.length)
  })

  test('have one stem for both forms of a surname', () => {
    const pairs = [
      ['Иванов', 'Иванова'],
      ['Белый', 'Белая'],
      ['Достоевский', 'Достоевская'],
      ['Ильин', 'Ильина'],
      ['Толстой', 'Толстая'],
      ['Верхний', 'Верхняя'],
      ['Королёв', 'Королева'],
      ['Dostoevsky', 'Достоевская'],
      ['Троицкий', 'Троицкая']
    ]
    for (const [man = '', woman = ''] of pairs)
      expect([man, surnameStem(man)]).toEqual([man, surnameStem(woman)])
    expect(surnameStem('Шевчук')).not.toBe(surnameStem('Шевченко'))
  })
})

describe('keyboard layout', () => {
  test('gives what the same keys type in the other layout', () => {
    expect(toCyrillicLayout('Bdfyjd .kbz {fhbnjyjd 1980')).toBe('Иванов юлия Харитонов 1980')
    expect(toLatinLayout('шмфт"учфьзду.сщь')).toBe('ivan@example.com')
  })
})
