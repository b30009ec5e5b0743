import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { type SubjectKind, subjectValues, suppressedValues } from '#shared/identity/records/subject.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { writtenForms } from '#tests/kit/written-forms.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'

/** What an entry for the value leaves of the record. */
function isAbsent(fields: Record<string, string>, kind: SubjectKind, value: string): boolean {
  const listed = new Set(suppressedValues({ kind, value }).map(each => `${each.kind}:${each.value}`))
  return subjectValues(readAttributes(fields, {})).some(each => listed.has(`${each.kind}:${each.value}`))
}

interface Spelling {
  /** As the suppression list has it. */
  value: string
  /** As a record has it in running text. */
  written: string
  /** Lines that ask for it. */
  lines: string[]
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
const someOf = (...texts: string[]) => fc.constantFrom(...texts)

/** Zeros of scripts that people write digits in. */
const ZEROS = ['0', '٠', '۰', '०', '０', '𝟎', '߀']
const inScript = (text: string, zero: string) =>
  text.replace(/[0-9]/g, digit => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))

const phone = fc
  .record({
    own: digits(7),
    zero: someOf(...ZEROS),
    form: fc.nat(40),
    label: someOf('', 'тел. ', 'звонить ')
  })
  .map(({ own, zero, form, label }): Spelling => {
    const value = `973${own}`
    const forms = writtenForms('phone', `+7 973 ${own.slice(0, 3)}-${own.slice(3, 5)}-${own.slice(5)}`)
    const written = label + inScript(forms[form % forms.length] ?? '', zero)
    return { value, written, lines: [value, `8${value}`, `+7${value}`, ...forms, written] }
  })

const passport = fc
  .record({
    number: digits(6),
    year: fc.integer({ min: 10, max: 24 }),
    zero: someOf(...ZEROS),
    head: someOf('серия ', 'паспорт серии ', 'паспорт ', 'документ: ', ''),
    gap: someOf(
      ' ',
      ' № ',
      ', ',
      ' выдан ОВД г. Примерска 14.03.2003, номер ',
      ' (РФ), номер бланка ',
      ' от 02.07.2015 №'
    )
  })
  .map(({ number, year, zero, head, gap }): Spelling => {
    const series = `45 ${year}`
    const value = `45${year}${number}`
    const written = inScript(`${head}${series}${gap}${number}`, zero)
    return {
      value,
      written,
      lines: [value, `${series} ${number}`, `паспорт ${series} № ${number}`, `${series}${number}`, written]
    }
  })

const AT = [
  '@',
  ' @ ',
  '[at]',
  ' [at] ',
  ' (at) ',
  ' at ',
  ' собака ',
  '(собака)',
  ' [собака] ',
  ' {at} ',
  ' AT ',
  '＠',
  ' эт '
]
const DOT = ['.', ' . ', '[dot]', ' (dot) ', ' dot ', ' точка ', ' [точка] ']
const email = fc
  .record({
    local: fc.stringMatching(/^[a-z]{2,8}(?:[._-][a-z]{2,8})?$/),
    domain: fc.stringMatching(/^[a-z]{4,10}$/),
    at: someOf(...AT),
    dot: someOf(...DOT),
    head: someOf('', 'почта: ', 'писать на ', 'e-mail ')
  })
  .map(({ local, domain, at, dot, head }): Spelling => {
    const value = `${local}@${domain}.example`
    const written = `${head}${local}${at}${domain}${dot}example`
    return { value, written, lines: [value, `почта ${value}`, `${local} ${domain} example`, written] }
  })

const number = (length: number) =>
  fc
    .record({
      value: digits(length),
      zero: someOf(...ZEROS),
      sign: someOf('', ' ', '-', ' - ', '.'),
      size: someOf('2', '3', '4')
    })
    .map(({ value, zero, sign, size }): Spelling => {
      const groups = value.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
      const written = inScript(groups.join(sign), zero)
      return { value, written, lines: [value, groups.join(' '), groups.join('-'), written] }
    })

const SIGNS = ['', ' ', '-', '.', '/', '_', ' - ']
/** In the groups in which its kind is written. */
const grouped = (form: RegExp, groups: RegExp) =>
  fc
    .record({ value: fc.stringMatching(form), sign: someOf(...SIGNS), isLower: fc.boolean() })
    .map(({ value, sign, isLower }): Spelling => {
      const parts = groups.exec(value)?.slice(1) ?? []
      const shown = parts.join(sign)
      const written = isLower ? shown.toLowerCase() : shown
      return { value, written, lines: [value, parts.join(' '), written] }
    })
const vin = grouped(
  /^X[A-HJ-NPR-Z]{2}[A-HJ-NPR-Z][0-9]{5}[A-HJ-NPR-Z]{2}[0-9]{6}$/,
  /^(.{3})(.{6})(.{4})(.{4})$/
)
const plate = grouped(/^[АВЕКМНОРСТУХ][1-9][0-9]{2}[АВЕКМНОРСТУХ]{2}(?:77|178)$/, /^(.)(...)(..)(.+)$/)

const licence = fc
  .record({
    region: fc.integer({ min: 10, max: 99 }),
    series: fc.stringMatching(/^[АВЕКМНОРСТУХ]{2}$/),
    number: digits(6),
    sign: someOf(...SIGNS.filter(sign => sign !== '/' && sign !== '_')),
    gap: someOf('', ' ', '-', ' № ', ' номер ', ', № '),
    label: someOf('', 'в/у ', 'права ')
  })
  .map(({ region, series, number, sign, gap, label }): Spelling => {
    const value = `${region}${series}${number}`
    const written = `${label}${region}${sign}${series}${gap}${number}`
    return { value, written, lines: [value, `${region} ${series} ${number}`, `в/у ${value}`, written] }
  })
const policy = grouped(/^[1-9][0-9]{15}$/, /^(.{4})(.{4})(.{4})(.{4})$/)

const CASES: [FieldKind & SubjectKind, fc.Arbitrary<Spelling>][] = [
  ['phone', phone],
  ['passport', passport],
  ['email', email],
  ['inn', number(12)],
  ['snils', number(11)],
  // Of thirteen digits it is a company's, and of no person.
  ['ogrn', number(15)],
  ['vin', vin],
  ['plate', plate],
  ['driving_licence', licence],
  ['oms_policy', policy]
]

const AROUND = ['', 'со слов соседа ', 'дело 17, ']

test.each(CASES)(
  'who is found by a %s in running text is absent once it is on the list',
  (kind, spellings) => {
    let foundCount = 0
    fc.assert(
      fc.property(spellings, someOf(...AROUND), ({ value, written, lines }, before) => {
        const fields = { Примечание: `${before}${written}, проверено` }
        if (!lines.some(line => findStep(line, fields) !== null)) return true
        foundCount += 1
        return isAbsent(fields, kind, value)
      }),
      { seed: 3, numRuns: RUNS }
    )
    // A property of nobody would hold, too.
    expect(foundCount).toBeGreaterThan(RUNS / 2)
  }
)
const RUNS = 600

const NAMES = [
  ['примеров', 'илья', 'андреевич'],
  ['образцова', 'фотиния', 'фокична'],
  ['цой', 'виктор', 'робертович'],
  ['шевчук', 'анна', 'ильинична'],
  ['тестов-примеров', 'пётр', 'ильич']
] as const
const capital = (word: string) => word.replace(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase())

test('who is found by a name with its date in running text is absent once both are on the list', () => {
  let foundCount = 0
  const named = fc.record({
    name: fc.constantFrom(...NAMES),
    order: someOf('smn', 'mns', 's..', 'sm', 'ms'),
    isUpper: fc.boolean(),
    day: fc.integer({ min: 13, max: 28 }),
    date: someOf('.', '-', 'words', 'short', 'roman', 'english', 'slashes', 'time'),
    before: someOf('', 'доверенность выдана ', 'со слов: ', 'мать — '),
    between: someOf(', ', ' ', ', д.р. ', ' (', ' родился '),
    first: fc.boolean()
  })
  fc.assert(
    fc.property(
      named,
      ({ name: [surname, given, patronymic], order, isUpper, day, date, before, between, first }) => {
        const parts: Record<string, string> = {
          smn: `${surname} ${given} ${patronymic}`,
          mns: `${given} ${patronymic} ${surname}`,
          's..': `${surname} ${given.charAt(0)}.${patronymic.charAt(0)}.`,
          sm: `${surname} ${given}`,
          ms: `${given} ${surname}`
        }
        const name = isUpper ? (parts[order] ?? '').toUpperCase() : capital(parts[order] ?? '')
        const written =
          {
            '.': `${day}.03.1981`,
            '-': `1981-03-${day}`,
            words: `${day} марта 1981`,
            short: `${day}.03.81 г.р.`,
            roman: `${day}.III.1981`,
            english: `Mar ${day}, 1981`,
            slashes: `1981/03/${day}`,
            time: `${day}.03.1981 00:00:00`
          }[date] ?? ''
        const text = first ? `${before}${name}${between}${written}` : `${written}, ${before}${name}`
        const fields = { Примечание: text }
        const lines = [name, `${surname} ${given}`, `${surname} ${written}`, `${name} ${written}`]
        if (!lines.some(line => findStep(line, fields) !== null)) return true
        foundCount += 1
        const value = `${surname} ${given} ${patronymic} 1981-03-${day}`.replaceAll('ё', 'е')
        return isAbsent(fields, 'name_dob', value)
      }
    ),
    { seed: 3, numRuns: RUNS }
  )
  expect(foundCount).toBeGreaterThan(RUNS / 2)
})

test('who is found by a name in one cell, with the date in another one, is absent once both are on the list', () => {
  let foundCount = 0
  const cells = fc.record({
    name: fc.constantFrom(...NAMES),
    order: someOf('smn', 'sm', 'ms'),
    nameLabel: someOf('Врач', 'Начальник смены', 'Поле 5', 'Примечание', 'ФИО', 'Организация', 'Телефон'),
    before: someOf('', 'принял ', 'со слов: '),
    dateLabel: someOf('Дата рождения', 'Дата рождения клиента', 'Поле 6', 'Дата', 'Комментарий'),
    date: someOf('14.03.1981', '1981-03-14', '14 марта 1981 г.', '14/03/1981', '14.03.81'),
    further: someOf('', 'Кленодубов Марк Ильич')
  })
  fc.assert(
    fc.property(
      cells,
      ({ name: [surname, given, patronymic], order, nameLabel, before, dateLabel, date, further }) => {
        const parts = {
          smn: `${surname} ${given} ${patronymic}`,
          sm: `${surname} ${given}`,
          ms: `${given} ${surname}`
        }
        const name = capital(parts[order as keyof typeof parts])
        const isCompany = nameLabel === 'Организация'
        const fields = {
          ...(further && { Клиент: further }),
          [nameLabel]: isCompany ? `ИП ${name}` : nameLabel === 'ФИО' ? name : before + name,
          [dateLabel]: date
        }
        if (![name, `${surname} ${given}`].some(line => findStep(line, fields) !== null)) return true
        foundCount += 1
        const value = `${surname} ${given} ${patronymic} 1981-03-14`.replaceAll('ё', 'е')
        return isAbsent(fields, 'name_dob', value)
      }
    ),
    { seed: 3, numRuns: RUNS }
  )
  expect(foundCount).toBeGreaterThan(RUNS / 2)
})

test('an oblique name with its date is absent, and somebody else with the date is not', () => {
  const listed = 'примеров илья андреевич 1981-03-14'
  expect(
    isAbsent({ Примечание: 'доверенность Примерову Илье Андреевичу, 14.03.1981' }, 'name_dob', listed)
  ).toBe(true)
  for (const text of [
    'Другов Олег Петрович, 14.03.1981',
    'Примеров Илья Андреевич, 15.03.1981',
    'Примеров Олег 14.03.1981'
  ]) {
    expect([text, isAbsent({ Примечание: text }, 'name_dob', listed)]).toEqual([text, false])
    const [name = '', date = ''] = text.split(/,? (?=\d)/)
    const cells = { Врач: name, 'Дата рождения': date }
    expect([text, isAbsent(cells, 'name_dob', listed)]).toEqual([text, false])
  }
})
