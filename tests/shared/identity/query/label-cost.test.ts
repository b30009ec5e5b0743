import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'

const LENGTH = 500
const DATE = ' 14.03.1981'
/** To try the labels in every way took a thousand times as long. */
const TIMES_MAX = 60

const lineOf = (head: string, piece: string) => head + piece.repeat(LENGTH).slice(0, LENGTH) + DATE

function leastMilliseconds(line: string): number {
  const times = Array.from({ length: 3 }, () => {
    const startedAt = performance.now()
    parseQuery(line)
    return performance.now() - startedAt
  })
  return Math.min(...times)
}

test.each([
  ['', 'дом. тел. '],
  ['отец ', 'дом. тел. '],
  ['отец ', 'моб. раб. '],
  ['Примеров ', 'контактный тел. (моб.) '],
  ['', 'адрес телефон раб. ']
])('«%s%s…» costs about as much as a line of words', (head, piece) => {
  const words = leastMilliseconds(lineOf('', 'слово дело '))
  expect(leastMilliseconds(lineOf(head, piece)) / words).toBeLessThan(TIMES_MAX)
})
