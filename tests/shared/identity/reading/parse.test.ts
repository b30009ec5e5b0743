import { describe, expect, test } from 'bun:test'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { costOf } from '#tests/kit/cost.ts'
import { PARSE_CASES } from './parse-cases.ts'
import { partsOfBest, readingText } from './read-line.ts'

const IDENTIFIERS = /^!?(?:phone|email|inn_person|inn_org|snils|passport|ogrn|ogrnip|vin|plate|birth_date) /

/** What is wrong with a case, or null. */
function fault([line, first, ...others]: (typeof PARSE_CASES)[number]): string | null {
  const readings = parseQuery(line)
  const [best] = readings
  if (!best) return `«${line}» → nothing`
  if (first !== 'combined') {
    const missing = others.filter(other => !readings.map(readingText).includes(other))
    return readingText(best) === first && missing.length === 0
      ? null
      : `«${line}» → ${readings.map(readingText).join(', ')}`
  }
  const parts = (best.parts ?? []).map(readingText).sort()
  const right = best.kind === 'combined' && parts.join() === [...others].sort().join()
  return right ? null : `«${line}» → ${readingText(best)} of ${parts.join(', ')}`
}

describe('parse', () => {
  test('reads at least 98 % of the cases as a person would', () => {
    expect(PARSE_CASES.length).toBeGreaterThanOrEqual(200)
    const faults = PARSE_CASES.map(fault).filter(text => text !== null)
    if (faults.length > 0) console.log(faults.join('\n'))
    expect(faults.length / PARSE_CASES.length).toBeLessThanOrEqual(0.02)
  })

  test('reads every identifier and every date', () => {
    const cases = PARSE_CASES.filter(([, first]) => IDENTIFIERS.test(first))
    expect(cases.map(fault).filter(text => text !== null)).toEqual([])
  })

  test('knows an address and an organisation by one word among others', () => {
    const best = (line: string) => parseQuery(line).slice(0, 1).map(readingText).join()
    for (const line of ['Примерова улица', 'Примеров р-н', 'КАЗАНЬ Образцовая', 'Санкт-Петербург'])
      expect(best(line)).toBe(`address ${line}`)
    for (const line of ['Школа Примерова', 'Пример Банк']) expect(best(line)).toBe(`text ${line}`)
    expect(best('Домов Илья Андреевич')).toBe('full_name Домов Илья Андреевич')
  })

  test.each([
    'Примеров ООО «Ромашка»',
    'директор Примеров ООО «Ромашка»',
    'ООО «Ромашка», директор Примеров',
    'Примеров, ООО "Ромашка"'
  ])('in «%s» asks for the surname beside the firm, and alone', line => {
    const firm = /ООО ["«].*["»]/.exec(line)?.[0] ?? ''
    expect(partsOfBest(line)).toEqual(['full_name Примеров', `text ${firm}`])
    const steps = planSearch(line, parseQuery(line)).steps.map(({ keys }) => keys.join())
    expect(steps).toContain('t:primerov')
  })

  test('takes a town, a word or a quoted surname beside a firm for none', () => {
    for (const line of ['Банк ООО «Ромашка»', 'ООО «Примеров»'])
      expect(partsOfBest(line)).toEqual([`text ${line}`])
    expect(partsOfBest('ООО «Ромашка» Саратов')).toEqual(['text ООО «Ромашка»', 'address Саратов'])
  })

  test('ranks readings by confidence and says the kind in Russian', () => {
    for (const [line] of PARSE_CASES) {
      const confidences = parseQuery(line).map(reading => reading.confidence)
      expect(confidences.every(value => value > 0 && value <= 1)).toBe(true)
      expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
      expect(parseQuery(line).every(reading => reading.label !== '')).toBe(true)
    }
    expect(parseQuery('001204175339')[0]?.label).toBe('ИНН физлица')
  })

  test('explains what deserves a second look', () => {
    expect(parseQuery('bdfyjd bdfy')[0]?.note).toBe('раскладка исправлена')
    expect(parseQuery('001204175338')[0]?.note).toBe('контрольное число не сходится')
    for (const line of ['+7 973 204-17-4', 'тел. +7 973 204-17-4'])
      expect(parseQuery(line)[0]).toMatchObject({ kind: 'phone', valid: false, note: 'не хватает цифры' })
    expect(parseQuery('204-777-153 66')[0]?.note).toBe('такие номера не выдаются')
    expect(parseQuery('А417ВС00')[0]?.note).toBe('регион 00 не существует')
  })

  test('keeps the raw line searchable beside a corrected layout', () => {
    const kinds = parseQuery('bdfyjd bdfy').map(reading => `${reading.kind} ${reading.value}`)
    expect(kinds[0]).toBe('full_name Иванов Иван')
    expect(kinds).toContain('text bdfyjd bdfy')
  })

  test('names the words that a reading covers, as typed', () => {
    const [combined] = parseQuery('Примеров Илья 14.03.1981')
    expect(combined?.parts?.map(part => part.terms)).toEqual([['Примеров', 'Илья'], ['14.03.1981']])
  })

  test('gives every value so that it reads as itself again', () => {
    for (const [line] of PARSE_CASES) {
      for (const reading of parseQuery(line)) {
        if (reading.kind === 'combined' || reading.kind === 'text' || reading.kind === 'address') continue
        const again = parseQuery(reading.value)
        expect([line, reading.kind, again.map(one => `${one.kind} ${one.value}`)]).toEqual([
          line,
          reading.kind,
          expect.arrayContaining([`${reading.kind} ${reading.value}`])
        ])
      }
    }
  })

  test('cleans a line without losing words', () => {
    expect(sanitizeQuery('\u0000 Примеров\u200b\n\t Илья \ud800')).toBe('Примеров Илья')
    expect(sanitizeQuery('и\u0306од')).toBe('йод')
    expect(sanitizeQuery('\u0007\u202e ')).toBe('')
    expect(parseQuery('')).toEqual([])
    expect(parseQuery(' \u0000 ')).toEqual([])
  })
})

const ALPHABET = [
  ...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВИПС abcxyzABCXYZ 0123456789 .,;:-–—()+@#№/\\\'"«»[]{}%*_?!',
  'ул. ',
  'тел. ',
  'ИНН ',
  '\u0301',
  '\u200b',
  '\u202e',
  '🙂',
  '\ud800',
  '\u0000',
  'Иванов ',
  'Иван ',
  '1981',
  '89732041740'
]

/** A small generator with a seed, so that a failure comes back. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('any line', () => {
  test('never throws and always has at most sensible work', () => {
    const random = seeded(7)
    for (let round = 0; round < 1500; round++) {
      const line = Array.from({ length: random(60) }, () => ALPHABET[random(ALPHABET.length)]).join('')
      const readings = parseQuery(line)
      const plan = planSearch(line, readings)
      expect(plan.steps.every(step => step.keys.length > 0 || step.surname !== undefined)).toBe(true)
      expect(plan.steps.every(step => readings[step.reading] !== undefined)).toBe(true)
      expect(plan.steps.length).toBeLessThanOrEqual(60)
    }
  })

  test('never keeps the parser busy, whatever its 512 signs are', () => {
    const units = [
      '1 ',
      '12 ',
      '8 ',
      '9732041740 ',
      '204-777-153 66 ',
      '(',
      '+',
      '1.',
      '-',
      '(1',
      ' .',
      ',',
      'а',
      'а ',
      'а-',
      'а.',
      "а'",
      'И.',
      'Иванов ',
      'Иван Иванович ',
      'ИНН ',
      'ИНН 1 ',
      'тел ',
      'паспорт ',
      'серия ',
      'a@',
      'a@b.',
      '@',
      '01.02.1980 ',
      '1980 г.р. ',
      'bdfyjd ',
      'zxcv,',
      'ул. ',
      'ул. Ленина 5, ',
      'aа',
      'а0',
      'м ',
      'А123',
      'А 123 ',
      '00 00 204175 ',
      '🙂',
      '\u0301',
      'дата рождения ',
      'г. р ',
      'д.р. ',
      '№',
      'номер ',
      'моб. ',
      'ш',
      'shch',
      'Саша Женя ',
      'ч-',
      'a ',
      '–',
      '0',
      '1',
      'мар 1980 ',
      '1 мар ',
      'договор а ',
      'договор Илья Примеров 45/',
      'дс № 1 к ',
      'исполнительный лист ФС ',
      'первая жена ',
      'экс-',
      '(муж Анны',
      't.me/a',
      'tg @',
      'ватсапп '
    ]
    // Some units; what backtracks without end costs thousands.
    const COST_MAX = 60
    parseQuery('Примеров Илья 14.03.1981 89732041740')
    const slow: string[] = []
    const behindLabels = ['1', '1а', ',', ';', 'а ', 'а-', 'a.', '1/'].flatMap(unit =>
      ['договор № ', 'адрес: ', 'доп. соглашение № 3 к договору ', 'СТС ', 't.me/', '(муж '].map(
        label => label + unit.repeat(512)
      )
    )
    for (const unit of [...units, ...behindLabels]) {
      const line = unit.repeat(512).slice(0, 512)
      parseQuery(line)
      const cost = costOf(() => planSearch(line, parseQuery(line)), COST_MAX)
      if (cost > COST_MAX) slow.push(`${JSON.stringify(unit)} ${cost.toFixed(1)}`)
    }
    expect(slow).toEqual([])
  })
})
