import { describe, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { apartLines, evidenceLines, joinLines } from '#site/features/report/evidence-view.ts'
import { chosenPeople, lineOf, verdictLines } from '#site/features/report/people-view.ts'
import { reportNumber } from '#site/features/report/report-number.ts'
import { reportInAddress } from '#site/features/report/report-store.ts'
import {
  completenessText,
  notShownLines,
  readingText,
  sourceLines
} from '#site/features/report/sources-view.ts'
import { peopleSheet } from '#site/features/search/records/export-sheets.ts'
import { exportedAnswer } from '#site/features/search/records/export-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { isSynthetic } from '#site/features/search/synthetic.ts'
import { ANSWER, reasonOf, summaryRow } from './search-answer.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const [hero, second, lost] = ANSWER.persons
if (!hero || !second || !lost) throw new Error('The answer has too few people')
const verdict = (more: Partial<Verdict>): Verdict => ({
  id: 1,
  a: 'p1',
  b: null,
  verdict: 'same',
  note: null,
  at: '2026-11-22T09:52:00.000Z',
  ...more
})
const own = (...verdicts: Verdict[]) => ({ verdicts, earlier: [] })
const source = (key: string) => ANSWER.sources_meta[key] as SearchAnswer['sources_meta'][string]

describe('the people of a report', () => {
  test('are the chosen ones in the order of the answer, else all', () => {
    expect(chosenPeople(ANSWER, ['p3', 'p1', 'nobody']).map(({ id }) => id)).toEqual(['p1', 'p3'])
    expect([chosenPeople(ANSWER, ['nobody']), chosenPeople(ANSWER, [])].map(people => people.length)).toEqual(
      [0, 4]
    )
    expect(reportInAddress('?s=S&p=p1&p=p1&p=p2')).toEqual({ searchId: 'S', people: ['p1', 'p2'] })
  })

  test('have mark, reasons, sources and the user’s verdict', () => {
    expect(lineOf(hero, ANSWER, own(verdict({ verdict: 'unclear' })))).toMatchObject({
      born: '14.03.1981',
      mark: '● совпадает, 0,70',
      reasons: [{ tone: 'agree' }],
      verdict: 'неясно',
      sources: '1, 2',
      caution: null
    })
    expect(lineOf(second, ANSWER, own()).verdict).toBe('нет вывода')
  })

  test('of a list of losses are possible namesakes at most, with a caution', () => {
    const query_reasons = [reasonOf('same_surname'), reasonOf('other_birth_year')]
    const line = lineOf({ ...lost, query_reasons }, ANSWER, own())
    expect(line).toMatchObject({
      mark: '○ возможный однофамилец, 0,70',
      born: 'нет данных',
      caution: 'Список потерь: о судьбе человека вывода делать нельзя',
      reasons: [{ tone: 'agree' }, { tone: 'contradict' }]
    })
  })

  test('and pairs of them have what the user concluded, of nobody else', () => {
    const list = [verdict({ note: 'по ИНН' }), verdict({ id: 2, b: 'p2', verdict: 'other' })]
    expect(verdictLines([hero], ANSWER, own(...list))).toMatchObject([
      { about: 'Примеров Илья Андреевич, 14.03.1981', word: 'тот же', note: 'по ИНН' },
      { about: 'Примеров Илья Андреевич, 14.03.1981 и Примеров\u00a0И.\u00a0А.', word: 'разные люди' }
    ])
    expect(lineOf(second, ANSWER, own(...list)).verdict).toBe('разные люди, см. строку 1')
    const same = list.map(each => ({ ...each, verdict: 'same' as const }))
    expect(lineOf(second, ANSWER, own(...same)).verdict).toBe('один человек, вместе со строкой 1')
    expect(lineOf(second, ANSWER, own(...same), [second]).verdict).toBe('один человек, см. ниже')
    expect(verdictLines([lost], ANSWER, own(...list))).toEqual([])
    expect(verdictLines([hero], ANSWER, own(verdict({ b: 'gone' })))).toEqual([])
  })
})

test('an earlier verdict found again is in report and table, with its day and note', () => {
  const former = {
    ...verdict({ verdict: 'other', note: 'не тот' }),
    person_id: 'p2',
    search_id: null,
    changed_records: 0
  }
  const { a: _, b: __, ...earlier } = former
  const texts = (...verdicts: Verdict[]) => [
    lineOf(second, ANSWER, { verdicts, earlier: [earlier] }).verdict,
    peopleSheet(
      exportedAnswer({ answer: ANSWER }, readResults(ANSWER).sources, verdicts, [earlier])
    ).rows[1]?.at(-3)
  ]
  expect(texts()).toEqual(['прежний вывод 22.11.2026: другой', 'прежний вывод 22.11.2026: другой, «не тот»'])
  expect(texts(verdict({ a: 'p2' }))).toEqual([
    'тот же; прежний вывод 22.11.2026: другой',
    'тот же; прежний вывод 22.11.2026: другой, «не тот»'
  ])
  expect(verdictLines([second], ANSWER, { verdicts: [], earlier: [earlier] })).toMatchObject([
    { word: 'прежний вывод 22.11.2026: другой', note: 'не тот' }
  ])
  expect(verdictLines([hero], ANSWER, { verdicts: [], earlier: [earlier] })).toEqual([])
})

describe('the evidence of a report', () => {
  test('says of each value who confirms, partly, who contradicts, and the newest record', () => {
    const lines = evidenceLines(hero, ANSWER)
    expect(lines[0]).toEqual({
      field: 'ФИО',
      value: 'Примеров Илья Андреевич',
      confirms: '1',
      partly: '2 «Примеров Илья Андреевич»',
      conflicts: '',
      newest: 'нет даты'
    })
    const address = lines.find(({ field }) => field === 'Адрес')
    expect(address).toMatchObject({ confirms: '1', conflicts: '2', newest: '03.08.2024' })
    expect(lines.map(({ value }) => value)).not.toContain('70000000000')
  })

  test('says of dates with day and month exchanged that they are', () => {
    const summary = [
      summaryRow('Дата рождения', '03.04.1990', { reg07: 'confirms', ads05: 'conflicts' }),
      summaryRow('Дата рождения', '04.03.1990', { ads05: 'confirms', reg07: 'conflicts' })
    ]
    expect(evidenceLines({ ...hero, summary }, ANSWER).map(({ value }) => value)).toEqual([
      '03.04.1990 (день и месяц переставлены)',
      '04.03.1990 (день и месяц переставлены)'
    ])
  })

  test('says why records are one and why others are apart', () => {
    const link = { from: 'reg07:1', to: 'ads05:1', rule: 'inn' as const, tone: 'agree' as const, text: 'ИНН' }
    const person = {
      ...hero,
      links: [link, { ...link, rule: 'duplicate' as const, text: 'одинаковые строки' }],
      apart: [
        {
          person_id: 'p2',
          kind: 'not_enough' as const,
          code: 'name_alone' as const,
          text: 'имени мало',
          agrees: 'ФИО',
          would_join: 'телефон'
        }
      ]
    }
    expect(joinLines(person, ANSWER)).toEqual([{ text: 'ИНН: 1, 2', tone: 'agree' }])
    expect(apartLines(person, ANSWER)).toEqual([
      {
        text: 'Примеров\u00a0И.\u00a0А.: имени мало. Общее: ФИО. Один и тот же, если совпадёт: телефон.',
        tone: 'missing'
      }
    ])
  })
})

describe('the sources of a report', () => {
  const LARGE: SearchAnswer = {
    ...ANSWER,
    completeness: { shown: 6, total: 40, total_is_exact: true, more: true },
    failed_sources: ['loss02'],
    sources_meta: {
      ...ANSWER.sources_meta,
      reg07: { ...source('reg07'), shown: 3, total: 1_000, total_is_exact: false, more: true },
      ads05: { ...source('ads05'), shown: 2, total: 34, total_is_exact: true, more: true },
      none: { ...source('reg07'), number: 4, title: 'Пусто', state: 'empty', shown: 0, total: 0 }
    }
  }
  test('say basis, date, what is shown of what was found', () => {
    expect(sourceLines(LARGE).map(line => Object.values(line).map(String).map(plain).join(' | '))).toEqual([
      '1 | Демо-реестр 07 | синтетические данные | 01.02.2026 | 3 | не меньше 1 000',
      '2 | Демо-объявления 05 | синтетические данные | 01.06.2026 | 2 | 34',
      expect.stringMatching(/^3 .* не ответил$/),
      expect.stringMatching(/^4 \| Пусто .* \| 0 \| 0$/)
    ])
  })

  test('and what is not shown', () => {
    expect(notShownLines(LARGE, { reported: 2, chosen: 3, proven: 1 }).map(plain)).toEqual([
      'Источник 1: ещё не меньше 997 записей.',
      'Источник 2: ещё 32 записи.',
      'Не ответили, и что в них есть, неизвестно: «Демо-список потерь 02».',
      'Ответили, записей нет: источник 4.',
      'Людей из ссылки, которых в этом поиске нет или больше нельзя показать: 1.',
      'Карточек ответа, которые не выбраны для отчёта: 2.',
      'Карточек отчёта, доказательства которых не напечатаны: 1.'
    ])
    expect(notShownLines(ANSWER, { reported: 4, chosen: 0, proven: 4 })).toEqual([
      'Показано всё, что нашлось.'
    ])
  })

  test('and how complete the answer is', () => {
    expect(plain(completenessText(LARGE))).toBe(
      'Ответили 3 из 4 источников. Показано 6 из 40 записей, см. «Что не показано».'
    )
    expect(plain(completenessText(ANSWER))).toBe('Ответили 3 из 3 источников. Показаны все записи: 6.')
    expect(completenessText(ANSWER, Date.now())).toStartWith('При повторном чтении ответили 3 из 3')
  })

  test('and that all of it is invented, unless one of the sources is not', () => {
    const real = { ...source('reg07'), basis: 'contract' } as const
    const withReal = (more: Partial<typeof real>) =>
      isSynthetic({ ...ANSWER, sources_meta: { ...ANSWER.sources_meta, real: { ...real, ...more } } })
    expect(isSynthetic(ANSWER)).toBe(true)
    expect([withReal({}), withReal({ state: 'empty', shown: 0, total: 0 })]).toEqual([false, false])
  })

  test('and how the line was understood', () => {
    expect(readingText(ANSWER)).toBe(
      'ФИО Примеров Илья Андреевич; Дата рождения 14.03.1981; Телефон +79732041740'
    )
  })
})

test('numbers of reports stay, show which belong to one search, and name nobody', () => {
  const number = reportNumber('A', ['p1', 'p3'])
  expect(number).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/)
  expect(reportNumber('A', ['p3', 'p1'])).toBe(number)
  expect(reportNumber('A', ['p2']).slice(0, 5)).toBe(number.slice(0, 5))
  expect(reportNumber('A', ['p2'])).not.toBe(number)
  expect(reportNumber('B', ['p1', 'p3']).slice(0, 4)).not.toBe(number.slice(0, 4))
})
