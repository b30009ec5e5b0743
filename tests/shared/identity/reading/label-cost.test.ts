import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { leastCpuMs } from '#tests/kit/cost.ts'

const LENGTH = 500
const DATE = ' 14.03.1981'
/** To try the labels in every way takes 20 to 200 times as long as so many lines of words. */
const LINES = 20
const TIMES_MAX = 8

const lineOf = (text: string) => text.slice(0, LENGTH) + DATE

/** Of no two words alike, as nothing is to be remembered. */
const wordLine = (line: number) =>
  lineOf(Array.from({ length: 60 }, (_, at) => `слово${(line * 60 + at).toString(36)}`).join(' '))

test.each([
  ['', 'дом. тел. '],
  ['отец ', 'дом. тел. '],
  ['Примеров ', 'контактный тел. (моб.) ']
])('«%s%s…» costs about as much as some lines of words', (head, piece) => {
  let line = 0
  const words = leastCpuMs(() => {
    for (const last = line + LINES; line < last; line += 1) parseQuery(wordLine(line))
  })
  const labels = leastCpuMs(() => parseQuery(lineOf(head + piece.repeat(LENGTH))))
  expect(labels / words).toBeLessThan(TIMES_MAX)
})
