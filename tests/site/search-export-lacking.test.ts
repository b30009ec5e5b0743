import { describe, expect, test } from 'bun:test'
import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { notShownTexts } from '#site/features/search/records/export-sheets.ts'
import { WHOLE } from '#site/features/search/view.ts'
import { exportOf, peopleRows, VERDICTS } from './exported.ts'
import { ANSWER } from './search-answer.ts'

describe('what an export does not show', () => {
  const LARGE: DetailedAnswer = {
    ...ANSWER,
    completeness: { shown: 6, total: 40, total_is_exact: true, more: true },
    failed_sources: ['loss02'],
    sources_meta: {
      ...ANSWER.sources_meta,
      ads05: {
        ...(ANSWER.sources_meta.ads05 as SearchAnswer['sources_meta'][string]),
        total: 36,
        more: true
      }
    }
  }
  test('is said: what the answer has not, which sources failed, and what a filter took', () => {
    const whole = exportOf(LARGE)
    expect(whole.not_shown).toEqual({
      filtered_records: 0,
      filtered_people: 0,
      withdrawn: null,
      failed_sources: ['Демо-список потерь 02'],
      sources_with_more: ['ads05']
    })
    expect(whole.people).toHaveLength(4)
    // As the page counts: 1 of 6 records, one of which stands for two rows.
    const filtered = exportOf(LARGE, { ...WHOLE, text: 'Логистика' })
    expect(filtered.not_shown).toMatchObject({ filtered_records: 5, filtered_people: 3 })
    expect(filtered.people.map(({ id }) => id)).toEqual(['p2'])
    expect(notShownTexts(filtered).map(text => text.replaceAll('\u00a0', ' '))).toEqual([
      'Всего показано 6 из 40 записей',
      expect.stringContaining('«Демо-объявления 05»: показано'),
      'Не ответил источник «Демо-список потерь 02»',
      'Фильтр скрыл из ответа: записей 5, карточек 3'
    ])
  })

  test.each([
    [ANSWER, WHOLE, null, []],
    [ANSWER, { ...WHOLE, text: 'Логистика' }, null, ['Фильтр скрыл из ответа: записей 5, карточек 3']],
    [{ ...ANSWER, failed_sources: ['loss02'] }, WHOLE, null, ['Не ответил источник «Демо-список потерь 02»']],
    [
      ANSWER,
      WHOLE,
      { state: 'x', sources: ['Картотека'] },
      ['Часть записей этого поиска больше не показывается. Больше нет в поиске: «Картотека».']
    ]
  ])(
    'and nothing else: an answer is called whole only where all of it is in the file',
    (answer, view, withdrawn, text) => {
      expect(notShownTexts(exportOf(answer, view, withdrawn))).toEqual(text)
    }
  )

  test('names whom somebody stands apart from, filtered out or not', () => {
    const apart = (person_id: string) => ({
      person_id,
      kind: 'veto' as const,
      code: 'other_patronymic' as const,
      text: 'отчества разные',
      agrees: 'фамилия',
      would_join: null
    })
    const persons = ANSWER.persons.map(person =>
      person.id === 'p2' ? { ...person, apart: [apart('p1'), apart('gone')] } : person
    )
    const filtered = exportOf({ ...ANSWER, persons }, { ...WHOLE, text: 'Логистика' })
    const reason = 'Примеров Илья Андреевич, 14.03.1981: отчества разные; отчества разные'
    const [row] = peopleRows(filtered)
    expect(row?.['Почему отдельно']).toBe(reason)
    expect(filtered.people[0]?.apart[0]?.name).toBe('Примеров Илья Андреевич, 14.03.1981')
  })
})

test('an export as JSON has people, evidence, basis, verdicts and the records of each source', () => {
  const json = JSON.parse(JSON.stringify(exportOf(ANSWER)))
  expect(json).toMatchObject({ query: ANSWER.query, searched_at: '2026-11-21T22:05:00.000Z' })
  expect(json.people[0]).toMatchObject({
    id: 'p1',
    label: 'совпадает',
    own_verdict: { verdict: 'same', note: 'по ИНН' },
    query_reasons: [{ code: 'same_full_name_and_birth_date' }]
  })
  expect(json.people[0].summary[0].evidence[0]).toMatchObject({ source: 'reg07', state: 'confirms' })
  expect(json.pairs).toEqual([
    { a: 'p1', b: 'p2', verdict: 'other', note: '=HYPERLINK("x")', at: VERDICTS[1]?.at }
  ])
  expect(json.sources[0]).toMatchObject({
    key: 'reg07',
    number: 1,
    basis: 'синтетические данные',
    origin: 'синтетические данные',
    records: [{ record_id: 'reg07:1', person_id: 'p1', score: 0.98, fields: { Фамилия: 'Примеров' } }, {}]
  })
})
