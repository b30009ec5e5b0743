import { describe, expect, test } from 'bun:test'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { readNames } from '#shared/identity/records/name-fields.ts'
import {
  beforeNumber,
  hasSmallRemark,
  splitOffRemarks,
  splitOffSmallWords
} from '#shared/identity/records/name-remarks.ts'
import { namesBetweenSigns } from '#shared/identity/records/name-segments.ts'
import { readNameText, readPartText } from '#shared/identity/records/name-texts.ts'
import { readWholeName } from '#shared/identity/records/name-whole.ts'
import { subjectValues, suppressedValues } from '#shared/identity/records/subject.ts'
import { valueFault } from '#shared/identity/records/value-fault.ts'
import { costOf } from '#tests/kit/cost.ts'
import { scoreOf } from '#tests/shared/identity/reading/read-line.ts'

const BORN = '1981-03-14'
const read = (written: string) => readAttributes({ ФИО: written, ДР: BORN }, {})
const partsOf = ({ surname, given, patronymic }: PersonName) => ({ surname, given, patronymic })

/** Surnames of which no ending tells that they are, most of them common nouns, and some whose ending does. */
const SURNAMES =
  'Мороз Хван Ткач Коваль Гусь Заяц Сковорода Шевчук Дуб Лещ Кот Зима Бык Камень Береза Глухарь Шпатель Мельник Живаго Черных Ким Пак Белый Примеров'.split(
    ' '
  )
/** Those that mean what people write beside names. */
const LISTED = 'Мастер Сторож Сосед Друг Дача Водитель'.split(' ')

const FORMS: ((surname: string, small: string) => string)[] = [
  surname => `${surname} Илья Петрович`,
  (_, small) => `${small} Илья Петрович`,
  surname => `Илья Петрович ${surname}`,
  (_, small) => `Илья Петрович ${small}`,
  (_, small) => `Илья ${small} Петрович`,
  surname => `${surname.toUpperCase()} ИЛЬЯ ПЕТРОВИЧ`,
  surname => `${surname}, Илья Петрович`,
  (_, small) => `${small}, Илья Петрович`,
  surname => `Илья Петрович, ${surname}`,
  surname => `${surname} – Илья Петрович`,
  surname => `${surname} - Илья Петрович`,
  (_, small) => `${small} — Илья Петрович`,
  surname => `Илья Петрович – ${surname}`,
  surname => `${surname}: Илья Петрович`,
  (_, small) => `Илья Петрович: ${small}`,
  surname => `${surname} / Илья Петрович`,
  surname => `Илья Петрович/${surname}`,
  surname => `Илья Петрович (${surname})`,
  (_, small) => `Илья Петрович (${small})`,
  surname => `${surname} (Илья Петрович)`,
  surname => `(${surname}) Илья Петрович`,
  surname => `${surname} ❤ Илья Петрович`,
  surname => `${surname} Илья Петрович (работа)`,
  (_, small) => `${small} Илья Петрович – сосед`,
  surname => `директор ${surname} Илья Петрович`,
  surname => `${surname} Илья Петрович умер`
]
const writtenWith = (surname: string) => FORMS.map(form => form(surname, surname.toLowerCase()))

/** Of other languages, with particles, with several surnames, with remarks, of several people. */
const OTHERS = [
  'мороз Илья|хван Илья|коваль Анна|гусь Пётр|Илья мороз|Анна заяц|Мороз – Илья|Мороз, Илья|Илья (мороз)|Илья (Мороз)',
  'Нгуен тхи Лан|Нгуен Тхи Лан|Чан ван Донг|Ким чен Ир|Ким чен Ын|Ким Чен Ир|Пак хи Сон|ли Вэй Чжан|Мао цзэ Дун|Си Цзиньпин',
  'Мамедов Фикрет Гейдар оглы|Мамедова Лала Гейдар кызы|Мамедов ага Гусейн|Алиев Вагиф Мамед-оглы|Алиев, Вагиф Мамед оглы',
  'фон Берг Анна|Анна фон Берг|де ла Крус Мария|ван дер Ваальс Ян|Абдалла эль Сайед|Мухаммед уль Хак|бин Салман Мухаммед',
  'Мороз (Коваль) Анна|Коваль-Мороз Анна|Коваль - Мороз Анна|Мороз – Коваль|Примерова (Мороз) Анна|Примерова Анна (Мороз)',
  'Илья Мороз (Мороз)|Мороз Анна (Илья)|Петров Иван, Мороз Анна|Примеров Иван (Мороз Анна)|Примеров Иван, Анна|Моб Иван|Тел Иван',
  'сосед Илья|Илья сосед|Илья директор|Мама Анна|Мама – Анна|Школа Мороз|Примеров Иван – кинолог|Примеров Иван, Казань',
  'Мороз И. П.|И. П. Мороз|Мороз И.П.|Мороз (И. П.)|мороз И. П.|Мороз Ильич|Заяц Илья Ильич|Илья Заяц-Мороз|Мороз + Коваль|Мороз / Коваль|О’Нил Анна'
].flatMap(line => line.split('|'))

const WRITTEN = [...[...SURNAMES, ...LISTED].flatMap(writtenWith), ...OTHERS]

describe('a surname that no ending tells', () => {
  test('is read in every order, case and with every sign', () => {
    const wrong = SURNAMES.flatMap(surname =>
      writtenWith(surname).filter(written => {
        const [name, second] = read(written).names
        return (
          second ||
          !name ||
          Object.values(partsOf(name)).join(' ') !== `${surname} Илья Петрович`.toLowerCase()
        )
      })
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['мороз Илья', 'мороз', 'илья'],
    ['Анна заяц', 'заяц', 'анна'],
    ['Мороз / Илья', 'мороз', 'илья'],
    ['Илья (Мороз)', 'мороз', 'илья'],
    ['Мороз (Илья)', 'мороз', 'илья'],
    ['Нгуен тхи Лан', 'нгуен-тхи', 'лан'],
    ['Ким чен Ир', 'ким', 'чен-ир'],
    ['Иванов Иван в/ч 12345', 'иванов', 'иван'],
    ['Моб Иван', 'моб', 'иван'],
    ['сосед Илья', 'сосед', 'илья']
  ])('«%s» is %s %s', (written, surname, given) =>
    expect(read(written).names.map(partsOf)).toEqual([{ surname, given, patronymic: undefined }])
  )

  test.each(['Мороз (Коваль) Анна', 'Мороз Анна (Коваль)'])(
    'of «%s» in brackets is another of her',
    written => {
      const [name, before] = read(written).names
      expect([name, before].map(each => each && partsOf(each).surname)).toEqual(['мороз', 'коваль'])
      expect([name?.former, before?.former]).toEqual([undefined, 'perhaps'])
      expect(read(written).wholeNames.map(({ surname }) => surname)).toContain('мороз-коваль')
    }
  )

  test('is one of two without given names', () =>
    expect(read('Мороз + Коваль').names.map(({ surname }) => surname)).toEqual(['мороз', 'коваль']))

  test('is found by the name and hides the person, whatever it means', () => {
    const wrong: string[] = []
    for (const surname of [...SURNAMES, ...LISTED]) {
      const name = `${surname} Илья Петрович`
      const listed = suppressedValues({ kind: 'name_dob', value: `${name.toLowerCase()} ${BORN}` })
      const texts = new Set(listed.map(textOf))
      for (const written of writtenWith(surname)) {
        const isHidden = subjectValues(read(written)).some(each => texts.has(textOf(each)))
        if (!isHidden || scoreOf(name, { ФИО: written, ДР: BORN }) === 0) wrong.push(written)
      }
    }
    expect(wrong).toEqual([])
  })
})

const textOf = ({ kind, value }: { kind: string; value: string }) => `${kind}:${value}`

describe('a text in a column of names taken as a name from end to end', () => {
  test('is more than two hundred here', () => expect(new Set(WRITTEN).size).toBeGreaterThan(200))

  test('still makes every key and every subject', () => {
    const lost: string[] = []
    for (const written of WRITTEN) {
      const names = parseName(written, 1)
      const attributes = read(written)
      const keys = new Set(recordKeys(attributes))
      const subjects = new Set(subjectValues(attributes).map(textOf))
      const whole = Object.assign(readAttributes({ ДР: BORN }, {}), { names })
      for (const key of recordKeys(whole)) if (!keys.has(key)) lost.push(`${written}: ${key}`)
      for (const each of subjectValues(whole))
        if (!subjects.has(textOf(each))) lost.push(`${written}: ${textOf(each)}`)
      if (surnameKey(whole) !== null && surnameKey(attributes) === null) lost.push(`${written}: surname`)
    }
    expect(lost).toEqual([])
  })

  test('is one before a number too, and in the columns of parts', () => {
    const keysOf = (fields: Record<string, string>) => recordKeys(readAttributes(fields, {}))
    for (const key of keysOf({ ФИО: 'Илья Мастер' }))
      expect(keysOf({ ФИО: 'Илья – Мастер, 1981' })).toContain(key)
    expect(keysOf({ Фамилия: 'Коваль (Мастер)', Имя: 'Илья' })).toEqual(
      expect.arrayContaining(keysOf({ Фамилия: 'Мастер', Имя: 'Илья' }))
    )
  })

  test('is no name beside the one without the remark', () => {
    const { names, wholeNames } = read('Примеров Илья Петрович (работа)')
    expect(names.map(partsOf)).toEqual([{ surname: 'примеров', given: 'илья', patronymic: 'петрович' }])
    expect(wholeNames).toHaveLength(1)
    expect(read('Примеров Илья Петрович').wholeNames).toEqual([])
  })
})

/** Signs and words that patterns of remarks begin with. */
const HOSTILE =
  '(|((((a|[|<|<a|=A|=HYPERLINK(|а (|Иванов ❤ |❤| - |и |Иванов и |,| ,|  |:/|www.|@|.|а.|"|«а|«а» |1 |1.|тел |а1|Иванов Иван / |Иванов Иван, |Иванов Иван; |;|; |а; |—|+|(<-|а/а |a@|III |сосед – |сосед |Мама: Анна |))|ранее '.split(
    '|'
  )
const HOSTILE_CHARS = 100_000
/** Some units; what grows with the square of the length costs thousands. */
const COST_MAX = 200

describe('a hundred thousand hostile signs', () => {
  const readers: [string, (text: string) => unknown][] = [
    ['readNameText', readNameText],
    ['readPartText', readPartText],
    ['readWholeName', readWholeName],
    ['splitOffRemarks', splitOffRemarks],
    ['splitOffSmallWords', splitOffSmallWords],
    ['hasSmallRemark', hasSmallRemark],
    ['beforeNumber', beforeNumber],
    ['namesBetweenSigns', namesBetweenSigns],
    ['readNames', text => readNames({ full_name: [text] })],
    ['readNames of a part', text => readNames({ last_name: [text] })],
    ['valueFault', text => valueFault('full_name', text)],
    ['valueFault of a part', text => valueFault('first_name', text)]
  ]
  test.each(readers)('are read by %s at once', (_, reader) => {
    for (const signs of HOSTILE)
      for (const [before, behind] of [
        ['', ''],
        ['Иванов Иван ', '1'],
        ['', '@']
      ] as const) {
        const body = signs.repeat(Math.ceil(HOSTILE_CHARS / signs.length)).slice(0, HOSTILE_CHARS)
        const cost = costOf(() => reader(before + body + behind), COST_MAX)
        expect([signs, cost <= COST_MAX || cost]).toEqual([signs, true])
      }
  })

  test('of just the length that is read, too', () => {
    for (const signs of HOSTILE)
      for (const [, reader] of readers)
        expect(costOf(() => reader(signs.repeat(2000).slice(0, 1999)), COST_MAX)).toBeLessThanOrEqual(
          COST_MAX
        )
  })
})
