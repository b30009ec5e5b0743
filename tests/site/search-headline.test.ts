import { describe, expect, test } from 'bun:test'
import { IDENTIFIER_NAMES, type ReasonCode } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { headlineText, pageHeadlineOf } from '#site/features/search/headline/headline.ts'
import { ANSWER, NAME, reasonOf } from './search-answer.ts'

const hero = ANSWER.persons[0] as Person
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const with_ = (persons: Partial<Person>[], change: Partial<SearchAnswer> = {}): SearchAnswer => ({
  ...ANSWER,
  persons: persons.map((person, index) => ({ ...hero, id: `p${index}a`, ...person })),
  ...change
})
const headlineWith = (persons: Partial<Person>[], change?: Partial<SearchAnswer>) =>
  plain(headlineText(pageHeadlineOf(with_(persons, change))))
const many = (count: number, person: Partial<Person>) => Array.from({ length: count }, () => ({ ...person }))
const by = (...codes: ReasonCode[]): Partial<Person> => ({
  query_reasons: codes.map(code => ({ ...reasonOf(code), record_ids: [] }))
})
const full = { label: 'match', band: 'full' } as const
const firm = { kind: 'organisation' } as const
const CUT = { completeness: { ...ANSWER.completeness, more: true } }
const byWords: Partial<Person> = { label: 'namesake', ...by('all_words') }
const of = (line: string) => ({ readings: parseQuery(line) })
const named = { label: 'namesake', band: 'full', ...by('same_surname') } as const

describe('the verdict over an answer', () => {
  test.each([
    ['Совпадает один человек', many(1, full)],
    ['Совпадает одна организация', many(1, { ...full, ...firm })],
    ['Подходят четверо: решит телефон или город', many(4, full)],
    ['Похожи 12 человек: решит телефон или город', many(12, { ...full, label: 'probable' })],
    ['Вероятно, подходит один человек', many(1, { ...full, label: 'probable' })],
    [
      'Точного совпадения нет; вероятно, подходит один человек',
      many(1, { label: 'probable', band: 'missing' })
    ],
    ['Точного совпадения нет; вероятно, подходят двое', many(2, { label: 'probable', band: 'near' })],
    [
      'Похожи двое: решит телефон или город. Ещё двое вероятны',
      [...many(2, { ...full, label: 'probable' }), ...many(2, { label: 'probable', band: 'missing' })]
    ],
    [
      'Ближе всех один. Ещё 12 вероятных',
      [...many(1, { ...full, label: 'probable' }), ...many(12, { label: 'probable', band: 'near' })]
    ],
    [
      'Ближе остальных двое: решит телефон или город. Ещё 3 возможных однофамильца',
      [
        ...many(2, { ...full, label: 'namesake' }),
        ...many(3, { label: 'namesake', band: 'near' }),
        { label: 'related' }
      ]
    ],
    ['Совпадения нет, возможных однофамильцев: 3', many(3, { label: 'namesake', band: 'contradicts' })],
    ['Совпадения нет, связанных лиц: 2', many(2, { label: 'related', band: 'partial' })],
    ['Совпадения нет, найдено связанное лицо', many(1, { label: 'related', band: 'partial' })],
    ['Совпадения нет, найдена другая организация', many(1, { label: 'related', ...firm })],
    ['Найдена другая организация', many(1, { label: 'namesake', band: 'full', ...firm })],
    ['Слабых совпадений: 2. Добавьте телефон или город', many(2, { ...full, ...byWords })],
    [
      'Слабых совпадений: 2, других организаций: 1. Добавьте телефон или город',
      [...many(2, { ...full, ...byWords }), { ...full, label: 'namesake', ...firm, ...by('same_full_name') }]
    ],
    ['Совпадения нет, найдено связанное лицо', [{ label: 'related' }, { ...full, ...byWords }]],
    ['Ничего не найдено', []],
    [
      'Точного совпадения нет; вероятно, подходят 1 человек и 1 организация',
      [...many(1, { label: 'probable', band: 'near' }), ...many(1, { label: 'probable', ...firm })]
    ],
    [
      'Совпадения нет, возможных однофамильцев: 2, других организаций: 1',
      [...many(2, { label: 'namesake' }), ...many(1, { label: 'namesake', ...firm })]
    ]
  ] as [string, Partial<Person>[]][])('is «%s»', (text, persons) =>
    expect(headlineWith(persons, { readings: [NAME, ...parseQuery('14.03.1981')] })).toBe(text)
  )

  test.each([
    ['Номер записан за двумя людьми', '8 973 204 17 40', many(2, { ...full, ...by('same_phone') })],
    ['Номер записан за одним человеком', '8 973 204 17 40', many(1, { ...full, ...by('same_phone') })],
    [
      'E-mail записан за двумя людьми и одной организацией',
      'i.primerov@example.com',
      [...many(2, { ...full, ...by('same_email') }), { ...full, ...firm, ...by('same_email') }]
    ],
    ['ИНН записан за одной организацией', '0012041756', many(1, { ...full, ...firm, ...by('same_inn') })],
    ['ОГРНИП записан за одним человеком', '', many(1, { ...full, ...by('same_ogrnip') })],
    [
      'Водительское удостоверение записано за 21 человеком',
      '',
      many(21, { ...full, ...by('same_driving_licence') })
    ],
    [
      'По этому адресу четверо',
      'ул. Тестовая, д. 3',
      many(4, { ...full, label: 'probable', ...by('same_address') })
    ],
    [
      'По этому адресу одна организация',
      'ул. Тестовая, д. 3',
      many(1, { ...full, ...firm, ...by('same_address') })
    ],
    [
      'Такой номер не найден, похожий записан за двумя людьми',
      '8 973 204 17 41',
      many(2, { label: 'probable', band: 'near', ...by('near_phone') })
    ],
    [
      'Такое водительское удостоверение не найдено, похожее записано за одним человеком',
      '',
      many(1, { label: 'probable', band: 'near', ...by('near_driving_licence') })
    ],
    ['Ивановых найдено 87. Добавьте имя или дату', 'Иванов', many(87, named)],
    [
      'Ивановых найдено 3. Добавьте имя или дату',
      'Иванов',
      [...many(2, named), { ...named, ...by('same_surname', 'latin_spelling', 'all_words') }]
    ],
    [
      'По этому адресу двое',
      'ул. Тестовая, д. 3',
      many(2, { ...full, label: 'probable', ...by('same_address', 'all_words') })
    ],
    ['Достоевских найдено 2. Добавьте имя или дату', 'Достоевская', many(2, named)],
    ['Людей с фамилией «Мельник» найдено 2. Добавьте имя или дату', 'Мельник', many(2, named)],
    [
      'Возможно, опечатка: по «Примеров» похожи четверо',
      'Примреов Илья',
      many(4, { label: 'probable', band: 'near', ...by('mistyped_surname', 'same_given_name') })
    ],
    [
      'Возможных однофамильцев: 91. Добавьте отчество или дату',
      'Иванов Илья',
      many(91, { ...named, ...by('same_surname_and_given_name') })
    ],
    [
      'Подходят двое: решит дата или город',
      '8 973 204 17 40 Примеров Илья Андреевич',
      many(2, { ...full, ...by('same_full_name', 'same_phone') })
    ]
  ] as [string, string, Partial<Person>[]][])('is «%s» of «%s»', (text, line, persons) =>
    expect(headlineWith(persons, line ? of(line) : { readings: [] })).toBe(text)
  )

  test('says that an answer is not whole, and calls nobody the one of several who were asked for', () => {
    expect(headlineWith([full], { failed_sources: ['reg07'] })).toBe('Совпадает один человек. Ответ неполный')
    expect(headlineWith(many(92, full), { ...CUT, readings: [] })).toStartWith(
      'Из показанных подходят 92 человека'
    )
    expect(headlineWith(many(2, named), { ...CUT, ...of('Иванов') })).toBe(
      'Ивановых показано 2. Добавьте имя или дату'
    )
    expect(headlineWith(many(2, { ...full, ...by('same_phone') }), CUT)).toBe(
      'Номер записан не меньше чем за двумя людьми'
    )
    expect(headlineWith(many(2, { ...full, ...by('same_address') }), CUT)).toBe(
      'По этому адресу показаны двое'
    )
    const readings = [1, 2].map(person => ({ ...NAME, person }))
    expect(headlineWith(many(12, full), { readings })).toBe('Искали двоих, найдено: 12 человек')
    expect(headlineWith([...many(12, full), { label: 'related' }], { readings })).toBe(
      'Искали двоих, найдено: 12 человек, связанных: 1'
    )
  })

  test('offers nothing to tell apart the people of a number or an address: they are the answer', () => {
    const additionsOf = (...codes: ReasonCode[]) =>
      pageHeadlineOf(with_(many(3, { ...full, ...by(...codes) }), { readings: [] })).additions
    for (const identifier of IDENTIFIER_NAMES) expect(additionsOf(`same_${identifier}`)).toEqual([])
    expect(additionsOf('same_address')).toEqual([])
    expect(additionsOf('same_phone', 'same_email')).toEqual([])
    expect(additionsOf('same_full_name', 'same_phone')).not.toEqual([])
  })
})

/** What a number of people, of organisations or of rows is called, by the last word that belongs to it. */
const NOUNS: Record<string, readonly [one: string, few: string, many: string]> = {
  человек: ['человек', 'человека', 'человек'],
  человеком: ['человеком', 'людьми', 'людьми'],
  организация: ['организация', 'организации', 'организаций'],
  организацией: ['организацией', 'организациями', 'организациями'],
  вероятный: ['вероятный', 'вероятных', 'вероятных'],
  вероятна: ['вероятна', 'вероятны', 'вероятны'],
  'возможный однофамилец': ['возможный однофамилец', 'возможных однофамильца', 'возможных однофамильцев'],
  'слабое совпадение': ['слабое совпадение', 'слабых совпадения', 'слабых совпадений'],
  'другая организация': ['другая организация', 'другие организации', 'других организаций'],
  совпадает: ['совпадает', 'совпадают', 'совпадают']
}
const RULES = new Intl.PluralRules('ru')
const WORDS = ['ни', 'один', 'двое', 'трое', 'четверо', 'пятеро']
const BY_WORDS: Record<string, number> = { одним: 1, одной: 1, двумя: 2, тремя: 3, четырьмя: 4, пятью: 5 }

/** The numbers of a headline, each held against the noun behind it. */
function numbersOf(text: string): number[] {
  const numbers: number[] = []
  const free = text
    .replace(/«[^»]*»/g, '')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    .replace(/(\d+) (\p{L}+(?: (?:однофамил|совпаден|организац)\p{L}+)?)/gu, (_, digits, noun) => {
      const number = Number(digits)
      const forms = Object.values(NOUNS).find(each => each.includes(noun))
      expect(forms, `«${noun}» in «${text}»`).toBeDefined()
      const form = { one: 0, few: 1, many: 2, other: 2, zero: 2, two: 1 }[RULES.select(number)]
      expect(forms?.[form], text).toBe(noun)
      numbers.push(number)
      return ''
    })
    .replace(/(?<!\p{L})(одним|одной|двумя|тремя|четырьмя|пятью) (\p{L}+)/gu, (_, word, noun) => {
      const number = BY_WORDS[word] as number
      const isFirm = String(noun).startsWith('организ')
      if (number === 1) expect(noun, text).toBe(isFirm ? 'организацией' : 'человеком')
      else expect(noun, text).toBe(isFirm ? 'организациями' : 'людьми')
      if (word === 'одной') expect(isFirm, text).toBe(true)
      if (word === 'одним') expect(isFirm, text).toBe(false)
      numbers.push(number)
      return ''
    })
    .replace(/одна организация|один человек/g, () => {
      numbers.push(1)
      return ''
    })
    .replace(/(?<!\p{L})(двое|трое|четверо|пятеро|один)(?!\p{L})/gu, word => {
      numbers.push(WORDS.indexOf(word))
      return ''
    })
  for (const [digits] of free.matchAll(/\d+/g)) numbers.push(Number(digits))
  return numbers
}

/** Verbs agree with whoever follows them. */
function expectAgreement(text: string): void {
  const one =
    /(?:Подходят|подходят|Похожи|похожи|показаны) (?:один человек|одна организация|\d*(?<!1)1 \p{L}+(?!\p{L}| и))/u
  const several = /(?:Подходит|подходит|Похожа?|похожа?|показана?) (?:двое|трое|четверо|пятеро|\d*[02-9] )/u
  expect(text).not.toMatch(one)
  expect(text).not.toMatch(several)
  expect(text).not.toMatch(
    /(?:Похож|похож|показан) (?:одна|\d+ организац)|(?:Похожа|похожа|показана) (?:один|\d+ челов)/
  )
}

const COUNTS = [1, 2, 4, 5, 6, 11, 21, 22, 25, 112, 1001]
const LABELS = ['match', 'probable', 'namesake'] as const
const LINES: Record<string, [line: string, codes: ReasonCode[]]> = {
  ...Object.fromEntries(
    IDENTIFIER_NAMES.map((name): [string, [string, ReasonCode[]]] => [name, ['', [`same_${name}`]]])
  ),
  address: ['ул. Тестовая, д. 3', ['same_address']],
  surname: ['Иванов', ['same_surname']],
  'surname that stays': ['Мельник', ['same_surname']],
  name: ['Иванов Илья', ['same_surname_and_given_name']],
  'name and date': ['Иванов Илья Петрович 14.03.1981', ['same_full_name_and_birth_date']],
  mixed: ['Иванов Илья 8 973 204 17 40', ['same_surname_and_given_name', 'same_phone']],
  numbers: ['', ['same_phone', 'same_email']],
  words: ['красный трактор', ['all_words']]
}

describe('over all that is asked and all counts a headline', () => {
  test.each(Object.entries(LINES))(
    'of «%s» says nothing ungrammatical and no more than there is',
    (_, [line, codes]) => {
      const readings = line ? parseQuery(line) : []
      for (const label of LABELS)
        for (const people of [0, ...COUNTS])
          for (const firms of [0, 1, 21])
            for (const others of [0, 1, 5, 21])
              for (const change of [{}, CUT, { failed_sources: ['reg07'] }]) {
                if (people + firms === 0) continue
                const persons = [
                  ...many(people, { label, band: 'full', kind: 'person', ...by(...codes) }),
                  ...many(firms, { label, band: 'full', ...firm, ...by(...codes) }),
                  ...many(others, { label, band: 'missing', kind: 'person', ...by(...codes) })
                ]
                const text = headlineWith(persons, { readings, ...change })
                const numbers = numbersOf(text)
                const allowed = new Set([people, firms, people + firms, others])
                expect(
                  numbers.filter(number => !allowed.has(number)),
                  `${text} of ${[people, firms, others]}`
                ).toEqual([])
                expectAgreement(text)
                expect(text).not.toMatch(/undefined|null|NaN| {2}|\. \.|: $|\s$/)
                const total = numbers.reduce((sum, number) => sum + number, 0)
                expect(total, text).toBeLessThanOrEqual(people + firms + others)
              }
    }
  )

  test.each(IDENTIFIER_NAMES.map(name => [name] as const))('of a %s that is nearly one says so', name => {
    for (const count of COUNTS) {
      const persons = many(count, { label: 'probable', band: 'near', kind: 'person', ...by(`near_${name}`) })
      const text = headlineWith(persons, { readings: [] })
      expect(text).toMatch(/^Тако[йе] .+ не найдено?, похож(?:ий|ее) записано? за /)
      expect(numbersOf(text)).toEqual([count])
    }
  })
})
