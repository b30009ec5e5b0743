import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatNumber, readFormat } from '#api/features/imports/files/cell-format.ts'
import { createCsvReader, uniqueLabels } from '#api/features/imports/files/csv.ts'
import { readHeadRecords } from '#api/features/imports/files/delimiter.ts'
import { parseCard } from '#api/features/imports/files/vcard.ts'

const SEED = 20_261_127

/** Milliseconds of the processor's time, the least of three. */
function cpuOf(work: () => void): number {
  const once = () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  return Math.min(once(), once(), once())
}

const label = fc.constantFrom('a', 'a 2', 'a 3', 'a 2 2', 'б', '', ' a ', 'Колонка 2', '__proto__')

test('labels are unlike each other, each begins like its cell, and the first of a name keeps it', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 60 }), cells => {
      const labels = uniqueLabels(cells)
      expect(new Set(labels).size).toBe(cells.length)
      const slow: string[] = []
      for (const cell of cells) {
        const [first = ''] = uniqueLabels([...Array(slow.length).fill('x'), cell]).slice(-1)
        let unique = first
        for (let next = 2; slow.includes(unique); next += 1) unique = `${first} ${next}`
        slow.push(unique)
      }
      expect(labels).toEqual(slow)
    }),
    { seed: SEED, numRuns: 500 }
  )
})

const piece = fc.constantFrom('a', '"', '""', ';', ' ', '";"', 'b;')
const line = fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join(''))

test('every line of a CSV is in one row, in its order, wherever quotes stand', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), lines => {
      const reader = createCsvReader(';', { firstLine: 1, labels: ['p', 'q'] })
      const read = reader.push(lines.map((text, at) => ({ number: at + 1, text })))
      const rows = [...read, ...reader.end()]
      expect(rows.flatMap(({ raw }) => raw.split('\n'))).toEqual(lines)
      expect(rows.every(({ values, reason }) => (values ? values.length === 2 : reason !== ''))).toBe(true)
    }),
    { seed: SEED, numRuns: 2_000 }
  )
})

const LINES = 12_000
const WIDTH = 400
const filler = 'а'.repeat(WIDTH)
const readLines = (text: string) => () => {
  const reader = createCsvReader(';', { firstLine: 1, labels: ['p', 'q'] })
  reader.push(Array.from({ length: LINES }, (_, at) => ({ number: at + 1, text })))
  reader.end()
}

test.each([
  ['that each leave a value open', `a";"${filler}`, `a;"${filler}"`],
  ['of quotes', `;${'""'.repeat(WIDTH / 2)}";"`, `;"${'""'.repeat(WIDTH / 2)}"`],
  ['that begin values with blanks', ` "a;`.repeat(WIDTH / 4), ` "a";`.repeat(WIDTH / 5)],
  ['with backslashes', `\\\\;`.repeat(WIDTH / 3), `ab;`.repeat(WIDTH / 3)],
  ['that end a value in the wrong place', `";"a"${filler}`, `"";"a${filler}"`]
])('lines %s cost a few times as much as closed ones', (_, text, closedText) => {
  const closed = cpuOf(readLines(closedText))
  expect(cpuOf(readLines(text)) / Math.max(5, closed)).toBeLessThan(15)
})

test('the first lines are read as fast whatever quotes stand in them', () => {
  const read = (text: string) => () => {
    for (let times = 0; times < 20; times += 1) readHeadRecords(Array(60).fill(text), ';')
  }
  const closed = cpuOf(read(`"${'а;'.repeat(2_000)}";"b"`))
  expect(cpuOf(read(`"${'а;'.repeat(2_000)}`)) / Math.max(5, closed)).toBeLessThan(15)
})

test('a card is read in the time of its length, whatever it is made of', () => {
  const read = (card: string, times: number) => () => {
    for (let at = 0; at < times; at += 1) parseCard(card)
  }
  const usual = cpuOf(read(`NOTE:${'а'.repeat(1_000)}\n`.repeat(100), 10))
  for (const odd of [
    'N;',
    'N:',
    ' ',
    '"',
    ';',
    ';"',
    '=',
    '\\;',
    'NOTE;ENCODING=QUOTED-PRINTABLE:=\n',
    ' а\n'
  ])
    for (const head of ['', 'N:', 'N;', 'FN;ENCODING=QUOTED-PRINTABLE:']) {
      const card = (head + odd.repeat(100_000 / odd.length)).slice(0, 100_000)
      expect([head, odd, cpuOf(read(card, 10)) / Math.max(5, usual) < 40]).toEqual([head, odd, true])
    }
})

test('a format of brackets is read in the time of its length', () => {
  const read = (signs: number, times: number) => () => {
    for (let at = 0; at < times; at += 1) readFormat(200, '['.repeat(signs))
  }
  expect(cpuOf(read(64_000, 10)) / Math.max(5, cpuOf(read(640, 1_000)))).toBeLessThan(10)
  expect(readFormat(200, '[Red]000')).toEqual({ date: false, time: false, zeros: 3 })
  expect(formatNumber('7', readFormat(200, '[$-419]000'), false)).toBe('007')
})
