import { describe, expect, test } from 'bun:test'
import { recordText, sourceText } from '#site/features/search/records/record-text.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { ANSWER, DATED } from './search-answer.ts'

describe('a copied record', () => {
  const results = readResults(ANSWER)
  test('names its source, the basis, and both dates', () => {
    const record = results.records.get('ads05:1')
    if (!record) throw new Error('The answer has no such record')
    expect(recordText(record, results)).toBe(
      [
        'Продавец: Илья Примеров',
        'Телефон: 8 (973) 204-17-40',
        'Опубликовано: 03.08.2024',
        'Источник: Демо-объявления 05, данные на 01.06.2026; основание: синтетические данные'
      ].join('\n')
    )
  })

  test('says its own date where it has one, whoever it is of', () => {
    const dated = readResults({ ...DATED, persons: [] })
    const record = dated.records.get('ads05:1')
    expect(record && recordText(record, dated)).toContain('\nДата записи: 08.2024\nИсточник: ')
  })

  test('stands with the others of its source, each with where it is from', () => {
    const [source] = results.sources
    const texts = source ? sourceText(source, results).split('\n\n') : []
    expect(texts).toHaveLength(2)
    for (const text of texts)
      expect(text).toContain('\nИсточник: Демо-реестр 07, данные на 01.02.2026; основание')
  })
})
