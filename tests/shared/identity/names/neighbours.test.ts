import { expect, test } from 'bun:test'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { genderOfGiven, givenGroup } from '#shared/identity/names/given-names.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { fatherOf, parsePatronymic } from '#shared/identity/names/patronymic.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'

/** A Russian given name, then its Ukrainian, Belarusian and Latin forms. */
const GIVEN_NAMES = `
Александр Олександр Аляксандр Oleksandr Aliaksandr
Алексей Олексій Аляксей Oleksii Aliaksei
Андрей Андрій Андрэй Andrii
Василий Василь Vasyl
Владимир Володимир Уладзімір Volodymyr Uladzimir
Дмитрий Дмитро Дзмітрый Dmytro Dzmitry
Евгений Євген Яўген Yevhenii Yauheni
Игорь Ігор Ігар Ihar
Матвей Матвій Мацвей
Никита Микита Мікіта
Николай Микола Мікалай Mykola Mikalai
Сергей Сергій Сяргей Serhii Siarhei
Фёдор Федір Фёдар
Анастасия Анастасія Настасся
Вера Віра
Елена Олена Olena
Екатерина Катерина Кацярына Katsiaryna
Ольга Вольга Volha
Светлана Світлана Святлана Sviatlana
Татьяна Тетяна Таццяна Tatsiana
Альфия Әлфия
Рустам Рөстәм
Даурен Дәурен
`

/** A Russian patronymic, then the same of neighbours. */
const PATRONYMICS = `
Сергеевич Сергійович Сяргеевіч Siarheevich
Николаевич Миколайович Мікалаевіч
Александрович Олександрович Аляксандравіч
Владимирович Володимирович Уладзіміравіч
Ильич Ілліч
Дмитриевна Дмитрівна Дзмітрыеўна
Николаевна Миколаївна Мікалаеўна
Васильевна Василівна Васільеўна
Андреевна Андріївна Андрэеўна
Юрьевна Юріївна
Яковлевна Яківна
Ильинична Іллівна
Маратович Маратұлы Марат-улы Marat-uly
Маратовна Маратқызы Марат-кызы Marat-qızı
`

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' '))

test('a given name of neighbours is that of the Russian one', () => {
  for (const [russian = '', ...others] of rows(GIVEN_NAMES))
    for (const other of others)
      expect([other, givenGroup(other), genderOfGiven(other)]).toEqual([
        other,
        givenGroup(russian),
        genderOfGiven(russian)
      ])
})

test('a patronymic of neighbours has the father and the gender of the Russian one', () => {
  for (const [russian = '', ...others] of rows(PATRONYMICS))
    for (const other of others)
      expect([other, fatherOf(other), parsePatronymic(other)?.gender]).toEqual([
        other,
        fatherOf(russian),
        parsePatronymic(russian)?.gender
      ])
})

test('what ends like a patronymic of neighbours stays a surname', () => {
  for (const surname of ['Савич', 'Кравич', 'Паули', 'Honolulu', 'Fauna', 'Гривна'])
    expect([surname, parsePatronymic(surname)?.strength ?? 0]).toEqual([
      surname,
      surname === 'Гривна' ? 1 : 0
    ])
  const [name] = parseName('Стефанович Иван Петрович')
  expect(name?.surname).toBe('стефанович')
})

test.each([
  ['Хмельницкевич Олександр Сергійович', 'Хмельницкевич Александр Сергеевич'],
  ['Дзюбенкова Тетяна Василівна', 'Дзюбенкова Татьяна Васильевна'],
  ['Әбдірахымов Ерлан Нұрланұлы', 'Абдирахымов Ерлан Нурланулы'],
  ['Жұмабекжанова Айгүл Бақытқызы', 'Жумабекжанова Айгуль Бакыткызы'],
  ['Әлімжанқалиев Дәурен', 'Алимжанкалиев Даурен'],
  ['Гарифзянуллина Әлфия Марат кызы', 'Гарифзянуллина Альфия Маратовна']
])('%s is %s', (one, other) => {
  const [left, right] = [parseName(one)[0], parseName(other)[0]]
  if (!left || !right) throw new Error('no name')
  const [{ givenInitials: _, ...forms }, { givenInitials: __, ...others }] = [
    nameForms(left),
    nameForms(right)
  ]
  expect(forms).toEqual(others)
  expect(compareNames(left, right).score).toBeGreaterThanOrEqual(0.9)
})

test('оглы and кызы are told in all spellings, apart and grown together', () => {
  const spellings =
    "оглы углы ұлы улы ўғли oğlu ogly oglu uly o'g'li o‘g‘li uulu|кызы гызы қызы қизи qızı kyzy qizi gizi"
  spellings.split('|').forEach((some, at) => {
    for (const child of some.split(' ')) {
      const gender = at === 0 ? 'male' : 'female'
      const father = /[a-z]/.test(child) ? 'Marat' : 'Марат'
      for (const written of [`${father} ${child}`, `${father}-${child}`, `${father}${child}`])
        expect([written, fatherOf(written), parsePatronymic(written)?.gender]).toEqual([
          written,
          givenGroup('Марат'),
          gender
        ])
      const [name] = parseName(`Алиев Рустам ${father} ${child}`)
      expect([child, name?.surname, name?.given]).toEqual([child, 'алиев', 'рустам'])
    }
  })
})

test('any apostrophe is one sign or none', () => {
  for (const name of ["Мар'яна", "О'Коннор", "Д'Артаньян", "Лук'янович", "O'Brien"]) {
    for (const sign of APOSTROPHES) {
      const written = name.replace("'", sign)
      expect([written, phoneticKey(written)]).toEqual([written, phoneticKey(name.replace("'", ''))])
      expect(tokenizeName(`${written} Анна`).length).toBe(2)
      expect(parseName(`${written} Анна`).length).toBeGreaterThan(0)
    }
  }
  for (const written of ['О Брайнелли Патрик', 'Патрик О Брайнелли'])
    expect([written, parseName(written)[0]?.surname]).toEqual([written, "о'брайнелли"])
  expect(parseName('Иванова О Петровна')[0]).toMatchObject({ patronymic: 'петровна' })
})
