import { describe, expect, test } from 'bun:test'
import { formatName } from '#shared/identity/names/display-name.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { namesOfCultures } from '#tests/kit/cultures.ts'

const shown = (surname: string, given: string, patronymic: string): string =>
  formatName({ surname, given, patronymic, labelled: true, written: '' })

describe('showName', () => {
  test('writes each part with its capitals and a point behind a letter', () => {
    expect(shown('примеров-образцов', 'илья', 'а')).toBe('Примеров-Образцов Илья А.')
    expect(shown('алиев', 'мамед', 'ага оглы')).toBe('Алиев Мамед Ага оглы')
  })

  test('shows a Latin letter beside a Cyrillic surname as it was written', () => {
    expect(shown('примеров', 'a', 'b')).toBe('Примеров A. B.')
  })
})

describe('a stored name', () => {
  const wordsOf = (text: string): string[] => text.toLowerCase().split(' ').toSorted()

  test.each([1, 2])('is shown in its own words, joined as it joins them, seed %d', seed => {
    const faults = namesOfCultures(seed, 1_000).flatMap(stored => {
      const name = parseName(stored, 1)[0]
      const card = name ? formatName(name) : stored
      return wordsOf(card).join() === wordsOf(stored).join() ? [] : [`«${stored}» as «${card}»`]
    })
    expect(faults).toEqual([])
  })

  test.each([
    ['Аль Машхадани Ахмед Хусейн', 'Аль Машхадани Ахмед Хусейн'],
    ['Мохаммед Али Хасан Абдул Рахман', 'Мохаммед Али Хасан Абдул Рахман'],
    ['НГУЕН ТХИ МИНЬ', 'Нгуен Тхи Минь'],
    ['Анна Петрова-Водкина', 'Петрова-Водкина Анна'],
    ['Иван Иванович Примеров', 'Примеров Иван Иванович']
  ])('whose parts are a guess keeps its order: «%s» is «%s»', (stored, card) => {
    expect(parseName(stored, 1).map(formatName)).toEqual([card])
  })
})
