import { describe, expect, test } from 'bun:test'
import { readable, readableText, withoutSigns } from '#shared/texts/direction.ts'

const RLO = '\u202E'
const PDF = '\u202C'

describe('a text that is shown', () => {
  test.each([
    [`ул. ${RLO}абвгд 12`, 'ул. [знак направления U+202E]абвгд 12'],
    [
      `ул. ${RLO}абвгд 12${PDF}, кв. 3`,
      'ул. [знак направления U+202E]абвгд 12[знак направления U+202C], кв. 3'
    ],
    ['д. 12\u200F/\u200F5', 'д. 12[знак направления U+200F]/[знак направления U+200F]5'],
    ['\u2067\u202D\u2067д. 12', '[знаки направления U+2067, U+202D]д. 12'],
    ['\u061C12-34', '[знак направления U+061C]12-34']
  ])('has the signs written out that would turn %j', (text, expected) => {
    expect(readableText(text)).toBe(expected)
  })

  test.each([
    'ул. Прямая, д. 34',
    // As telephones copy a number: nothing of it is turned.
    '\u202A+7 973 204-17-40\u202C',
    '\u2068ООО «Пример»\u2069',
    'שלום עולם',
    'محمد بن سلمان'
  ])('stays as it is: %j', text => {
    expect(readableText(text)).toBe(text)
  })

  test('is searched for without what was written out', () => {
    expect(withoutSigns(readableText(`ул. ${RLO}абвгд 12${PDF}`))).toBe('ул. абвгд 12')
  })
})

describe('data that are shown', () => {
  test('are readable at every depth, but for ids', () => {
    const at = new Date(0)
    const turned = {
      persons: [{ id: `p${RLO}1`, name: `Илья${RLO}`, record_ids: [`s:${RLO}1`], facts: [{ value: RLO }] }],
      links: [{ from: `s:${RLO}1`, to: RLO, text: `«${RLO}» и другой` }],
      count: 3,
      none: null,
      at
    }
    expect(readable(turned)).toEqual({
      persons: [
        {
          id: `p${RLO}1`,
          name: 'Илья[знак направления U+202E]',
          record_ids: [`s:${RLO}1`],
          facts: [{ value: '[знак направления U+202E]' }]
        }
      ],
      links: [{ from: `s:${RLO}1`, to: RLO, text: '«[знак направления U+202E]» и другой' }],
      count: 3,
      none: null,
      at
    })
  })

  test('are readable also where a column or a source has the name of an id', () => {
    const [turned, written] = [`д. ${RLO}12`, 'д. [знак направления U+202E]12']
    const columns = (value: string) => ({ from: value, to: value, id: value, user_id: value, ids: value })
    const answer = (value: string) => ({
      results_by_source: {
        registry: [{ record_id: RLO, duplicate_ids: [RLO], matches: value, ...columns(value) }],
        record_id: [{ record_id: RLO, ...columns(value) }],
        from: [{ record_id: RLO, id: value }]
      },
      matches: { from: { why: [value], reasons: [{ text: value, record_ids: [RLO] }] } },
      sources_meta: { ids: { title: value } },
      persons: [{ id: RLO, apart: [{ person_id: RLO, text: value }] }]
    })
    expect(readable({ search: { answer: answer(turned) } })).toEqual({ search: { answer: answer(written) } })
  })

  test('are the very same where nothing is turned', () => {
    const data = { persons: [{ name: 'Примеров Илья' }] }
    expect(readable(data)).toBe(data)
  })
})
