import { expect, test } from 'bun:test'
import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { costOf } from '#tests/kit/cost.ts'
import { HOSTILE_PIECES } from '#tests/kit/hostile-lines.ts'
import { NAUGHTY_STRINGS } from '#tests/kit/naughty-strings.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

const NAME = 'Примеров Илья Андреевич'
/** Some units; what backtracks without end costs thousands. */
const COST_MAX = 60
const CATEGORIES =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'.split(' ')
const SIGNS_OF_EACH = 24
const CODE_POINTS = 0x110000

const cut = (text: string): string => [...text].slice(0, QUERY_MAX_CODE_POINTS).join('')
const filled = (piece: string): string => cut(piece.repeat(QUERY_MAX_CODE_POINTS))

/** Every part of every reading. */
const partsOf = (line: string) => parseQuery(line).flatMap(one => [one, ...(one.parts ?? [])])
const isNamed = (line: string): boolean =>
  partsOf(line).some(({ kind, value }) => kind === 'full_name' && value.startsWith('Примеров Илья'))
/** Its words are searched by a reading that is more than the line as text. */
const isSearched = (line: string): boolean =>
  ['Примеров', 'Илья'].every(word =>
    partsOf(line).some(
      ({ kind, value }) => (kind !== 'text' || value.length < line.length) && value.includes(word)
    )
  )
/** Somebody's name, or initials: nobody can tell whose the words beside it are. */
const mayBeName = (piece: string): boolean =>
  partsOf(piece).some(({ kind }) => kind === 'full_name') ||
  /^\P{L}*\p{L}{0,2}(?:\P{L}+\p{L}?)?\P{L}*$/u.test(piece)

/** Some signs of each Unicode class, the same in each run. */
function signsOf(category: string): string[] {
  const random = seededRandom(category.charCodeAt(0) * 256 + category.charCodeAt(1))
  const isOf = new RegExp(`^\\p{${category}}$`, 'u')
  const all: string[] = []
  for (let at = 0; at < CODE_POINTS; at += 1) {
    const sign = String.fromCodePoint(at)
    if (isOf.test(sign)) all.push(sign)
  }
  return Array.from({ length: SIGNS_OF_EACH }, () => all[random(all.length)] ?? '')
}

const PIECES = [...NAUGHTY_STRINGS, ...HOSTILE_PIECES]

test('a good name beside a naughty string is found, with a sign between them or none', () => {
  const hidden: string[] = []
  for (const piece of PIECES) {
    for (const line of [`${NAME}, ${piece}`, `${piece}; ${NAME}`]) if (!isNamed(line)) hidden.push(line)
    for (const line of [`${NAME} ${piece}`, `${piece} ${NAME}`])
      if (mayBeName(piece) ? !isSearched(line) : !isNamed(line)) hidden.push(line)
  }
  expect(hidden).toEqual([])
})

test('a line filled with naughty strings is read within its budget, and the name before them is found', () => {
  const wrong: string[] = []
  for (const piece of PIECES) {
    const line = cut(`${NAME}, ${filled(`${piece} `)}`)
    parseQuery(line)
    const cost = costOf(() => parseQuery(line), COST_MAX)
    // Of hundreds of names it is a list.
    if (cost > COST_MAX || (!mayBeName(piece) && !isNamed(line)))
      wrong.push(`${JSON.stringify(piece)} ${cost.toFixed(1)}`)
  }
  expect(wrong).toEqual([])
})

test.each(CATEGORIES)('a name among signs of the class %s is found', category => {
  const hidden: string[] = []
  for (const sign of signsOf(category)) {
    for (const line of [
      `${sign} ${NAME}`,
      `${NAME} ${sign}`,
      `${sign.repeat(3)}, ${NAME}`,
      `${NAME}; ${sign}`
    ])
      if (!isSearched(line)) hidden.push(`${sign.codePointAt(0)?.toString(16)} ${line}`)
    for (const line of [filled(sign), filled(`${sign} `), filled(`а${sign}`), filled(`1${sign}`)])
      parseQuery(line)
  }
  expect(hidden).toEqual([])
})

test.each([
  'Илья',
  'Примеров',
  'примеров',
  'ИНН',
  'тел.',
  'договор',
  'слово',
  '1981',
  '89732041740',
  'г.',
  'и',
  'ООО',
  '@',
  'А123ВС77'
])('sixty times «%s» is read within its budget', word => {
  for (const glue of [' ', ', ', '; ', '\n', '-', '']) {
    const line = Array(60).fill(word).join(glue)
    expect([glue, parseQuery(line).length > 0]).toEqual([glue, true])
    expect([glue, costOf(() => parseQuery(line), COST_MAX) <= COST_MAX]).toEqual([glue, true])
  }
})
