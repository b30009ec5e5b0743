import { expect, test } from 'bun:test'
import { nominativesOfSurname, readOblique } from '#shared/identity/names/oblique.ts'
import { genderOfSurname, surnameStem } from '#shared/identity/names/surname.ts'
import { FEMALE_SURNAME, MALE_SURNAME } from '#tests/quality/lines/oblique-table.ts'
import {
  RARER_SURNAMES_OF_MEN,
  RARER_SURNAMES_OF_WOMEN,
  SURNAMES_OF_MEN,
  SURNAMES_OF_WOMEN
} from './surname-cases-table.ts'

/** Given name and patronymic in the five cases of the tables. */
const MAN = 'Павла Андреевича,Павлу Андреевичу,Павла Андреевича,Павлом Андреевичем,Павле Андреевиче'.split(
  ','
)
const WOMAN = 'Анны Андреевны,Анне Андреевне,Анну Андреевну,Анной Андреевной,Анне Андреевне'.split(',')

const declensions = (table: string): string[][] =>
  table
    .trim()
    .toLowerCase()
    .split('\n')
    .map(row => row.split(' '))

/** The forms that do not lead to the key of their nominative. */
const lostForms = (
  table: string,
  beside: readonly string[],
  keysOf: (form: string, beside: string) => string[]
) =>
  declensions(table).flatMap(([nominative = '', ...forms]) =>
    forms.flatMap((form, at) => {
      const keys = form === nominative ? [form] : keysOf(form, (beside[at] ?? '').toLowerCase())
      return keys.map(surnameStem).includes(surnameStem(nominative))
        ? []
        : [`${form} of ${nominative}: ${keys}`]
    })
  )

const besidePatronymic = (form: string, beside: string): string[] => {
  const oblique = readOblique([form, ...beside.split(' ')])
  return oblique ? [oblique.nominative.surname ?? ''] : []
}

test.each([
  ['men', RARER_SURNAMES_OF_MEN, MAN],
  ['women', RARER_SURNAMES_OF_WOMEN, WOMAN]
] as const)('every case of rarer surnames of %s leads to the key of the nominative', (_, table, beside) => {
  expect(lostForms(table, beside, besidePatronymic)).toEqual([])
})

test.each([
  ['men', SURNAMES_OF_MEN + MALE_SURNAME, MAN],
  ['women', SURNAMES_OF_WOMEN + FEMALE_SURNAME, WOMAN]
] as const)(
  'cases of surnames of %s with any ending lead to the key of the nominative',
  (_, table, beside) => {
    const lost = lostForms(table, beside, besidePatronymic)
    const share = 1 - lost.length / (5 * declensions(table).length)
    expect([share >= 0.98 || lost]).toEqual([true])
  }
)

test('the form of a surname tells the gender where only one has it', () => {
  for (const [gender, words] of [
    [
      'female',
      'Горячая Осадчая Рабочая Непомнящая Рыжая Большая Слепая Худая Верхняя Белая Примерская Примерова'
    ],
    ['male', 'Примеров Бунин Примерский Трубецкой'],
    [undefined, 'Черных Бондаренко Коломиец Шмидт Тестошвили Примеридзе Саркисянц Палий Зая']
  ] as const)
    for (const word of words.split(' ')) expect([word, genderOfSurname(word)]).toEqual([word, gender])
})

test('different surnames have different keys', () => {
  const men = [...declensions(SURNAMES_OF_MEN + RARER_SURNAMES_OF_MEN + MALE_SURNAME)].map(
    ([word = '']) => word
  )
  const byKey = Map.groupBy(new Set(men), surnameStem)
  expect([...byKey.values()].filter(({ length }) => length > 1)).toEqual([])
})

const SURELY_OBLIQUE = /(?:ого|ому|его|ему)$/

test('a surname of an adjective needs nothing beside it', () => {
  const adjectives = declensions(SURNAMES_OF_MEN + RARER_SURNAMES_OF_MEN).filter(([nominative = '']) =>
    /[иыо]й$/.test(nominative)
  )
  const lost = adjectives.flatMap(([nominative = '', ...forms]) =>
    forms.filter(
      form =>
        SURELY_OBLIQUE.test(form) &&
        !nominativesOfSurname(form).map(surnameStem).includes(surnameStem(nominative))
    )
  )
  expect(lost).toEqual([])
})
