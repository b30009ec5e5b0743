import { describe, expect, test } from 'bun:test'
import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'

describe('what stands in a list', () => {
  const four = ['Примеров Илья', 'Сидоров Сидор', 'Образцов Феофан', 'Другов Олег']
  const items = (line: string) => parseQuery(line)[0]?.items

  test.each(['; ', ';', ', ', '\n', ' и ', ' / '])('is told one by one: «%s»', glue =>
    expect(items(four.join(glue))).toEqual(four)
  )

  test('takes with it what belongs to it, in its order, repeats among it', () => {
    const dated = four.map((name, at) => `${name} ${10 + at}.03.1981`)
    const repeated = [...dated.slice(0, 1), ...dated, ...dated.slice(2).map(line => line.toUpperCase())]
    expect(items(repeated.join('\n'))).toEqual(repeated)
    const numbered = four.map((name, at) => `8973204174${at} ${name}`)
    expect(items(numbered.join('; '))).toEqual(numbered)
    const numbers = ['89732041740', '89732041741', '89732041742', '89732041743']
    expect(items(numbers.join('; '))).toEqual(numbers)
  })

  test('is asked for by its first three', () => {
    const three = items(four.join('; '))?.slice(0, PERSONS_IN_LINE_MAX).join('; ') ?? ''
    const named = parseQuery(three).filter(({ kind }) => kind === 'full_name')
    expect(named.map(({ value, person }) => [value, person])).toEqual(
      four.slice(0, PERSONS_IN_LINE_MAX).map((name, at) => [name, at + 1])
    )
  })

  test('is not told where nothing parts it, nor of fewer', () => {
    expect(items(`${four.join(' ')} Кузнецова Мария`)).toBeUndefined()
    expect(items(four.slice(0, PERSONS_IN_LINE_MAX).join('; '))).toBeUndefined()
  })
})
