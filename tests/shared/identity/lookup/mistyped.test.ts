import { describe, expect, test } from 'bun:test'
import { everydayLatin, passportLatin } from '#api/db/seed/latin.ts'
import { makePeople } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import { isKnownGiven } from '#shared/identity/names/given-names.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import { indexRecords } from './word-index.ts'

const COLUMNS = {
  Фамилия: 'last_name',
  Имя: 'first_name',
  Отчество: 'middle_name',
  'Дата рождения': 'birth_date'
} as const
const PEOPLE = 2_500
const TYPOS_EACH = 96
const SHARE = 0.98

type Part = 'Фамилия' | 'Имя' | 'Отчество'
type Row = Record<keyof typeof COLUMNS, string>

const two = (number: number) => String(number).padStart(2, '0')
const rows: Row[] = [...makePeople(PEOPLE, 11)].map(({ person }) => ({
  Фамилия: person.surname,
  Имя: person.givenName,
  Отчество: person.patronymic,
  'Дата рождения': `${two(person.day)}.${two(person.month)}.${person.year}`
}))
const index = indexRecords(rows, COLUMNS)

const same = (word: string) => word
/** Ways to type a name: its words in their order, how each is spelled, and the line of them. */
const WAYS: Record<string, [Part[], (word: string) => string, (words: string, row: Row) => string]> = {
  'three words': [['Фамилия', 'Имя', 'Отчество'], same, same],
  'three words, surname last': [['Имя', 'Отчество', 'Фамилия'], same, same],
  'capital letters': [['Фамилия', 'Имя', 'Отчество'], same, words => words.toUpperCase()],
  'three words and a birth date': [
    ['Фамилия', 'Имя', 'Отчество'],
    same,
    (words, row) => `${words} ${row['Дата рождения']}`
  ],
  'two words': [['Фамилия', 'Имя'], same, same],
  'two words, surname last': [['Имя', 'Фамилия'], same, words => words.toLowerCase()],
  'two words and a birth date': [
    ['Фамилия', 'Имя'],
    same,
    (words, row) => `${words} ${row['Дата рождения']}`
  ],
  'a surname alone': [['Фамилия'], same, same],
  'Latin as in a passport': [['Фамилия', 'Имя', 'Отчество'], passportLatin, same],
  'everyday Latin': [['Имя', 'Фамилия'], everydayLatin, same]
}

test.each(Object.entries(WAYS))(
  'finds people by one typing error in any word: %s',
  (_, [parts, spell, write]) => {
    const random = createRandom(5, 1)
    const missed: string[] = []
    for (let no = 0; no < TYPOS_EACH; ) {
      const at = random.below(rows.length)
      const row = rows[at] as Row
      const part = parts[Math.floor(no / TYPOS.length) % parts.length] as Part
      const wrong = mistype(spell(row[part]), TYPOS[no % TYPOS.length] ?? 'drop', random)
      // What makes another name is no error that anybody could see: Арина of Марина.
      if (part === 'Имя' && isKnownGiven(wrong)) continue
      no += 1
      const words = parts.map(each => (each === part ? wrong : spell(row[each])))
      const line = write(words.join(' '), row)
      if (!((index.find(line).get(at) ?? 0) > 0)) missed.push(`${line} < ${Object.values(row).join(' ')}`)
    }
    expect(missed.length / TYPOS_EACH <= 1 - SHARE || missed).toBe(true)
  }
)

describe('a name with a typing error', () => {
  const few = indexRecords(
    [
      { Фамилия: 'Иванов', Имя: 'Иван', Отчество: 'Иванович', 'Дата рождения': '01.02.1980' },
      { Фамилия: 'Иваков', Имя: 'Иван', Отчество: 'Иванович', 'Дата рождения': '01.02.1980' },
      { Фамилия: 'Петров', Имя: 'Пётр', Отчество: '', 'Дата рождения': '' },
      { Фамилия: 'Ли', Имя: 'Ян', Отчество: '', 'Дата рождения': '' }
    ],
    COLUMNS
  )

  test('finds whom the right one finds', () => {
    for (const line of [
      'Иваонв Иван',
      'Иваонв Иван 01.02.1980',
      'Иваонв Иван 1980',
      'Ivaonv Ivan',
      'Иваонв'
    ]) {
      expect([line, [...few.find(line).keys()]]).toEqual([line, [0]])
    }
  })

  test('ranks below the right one', () => {
    for (const [right, wrong] of [
      ['Иванов Иван Иванович', 'Иванов Иван Ивановч'],
      ['Иванов Иван', 'Иваонв Иван'],
      ['Иванов', 'Иваонв'],
      ['Иванов Иван 01.02.1980', 'Иваонв Иван 01.02.1980']
    ] as const) {
      expect(few.find(wrong).get(0)).toBeLessThan(few.find(right).get(0) ?? 0)
      const { 0: own, 1: neighbour } = Object.fromEntries(few.find(right))
      expect(neighbour ?? 0).toBeLessThan(own ?? 0)
    }
  })

  test('finds nobody when two letters are wrong, or when nobody has such a name', () => {
    for (const line of ['Ивонав Иван', 'Ибаонв Иван', 'Квзмнтр Плдфртиц', 'Иваонв Пётр', 'Ла Ян', 'Ло']) {
      expect([line, [...few.find(line)].filter(([, score]) => score > 0)]).toEqual([line, []])
    }
  })
})
