import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, filesIn, ROOT, wordsOfCode } from './tree.ts'

/**
 * What a module keeps for itself can be seen by nobody, is shared by tests and never stopped: everything that lives longer
 * than a request is made in `api/main.ts` and hangs on the context. `memoize` of a pure function is no state.
 */
const STATE = [
  /^(?:export )?let /m,
  /^(?:export )?const [^=\n]*=\s*new (?:WeakMap|WeakSet)\b/m,
  /^(?:export )?const [^=\n]*=\s*new (?:Map|Set)(?:<.*>)?\(\)/m
]

/** Entries of a process or a thread, which are nobody's import. */
const ENTRIES = ['api/main.ts', 'api/lib/log.ts']

const holdsState = (text: string) => STATE.some(pattern => pattern.test(wordsOfCode(text)))

test('no module of api and shared holds state of its own', () => {
  const holders = codeOf('api', 'shared')
    .filter(({ path, text }) => !ENTRIES.includes(path) && holdsState(text))
    .map(({ path }) => path)
  expect(holders).toEqual([])
})

test.each([
  'let count = 0',
  'const cache = new Map<string, number>()',
  'const seen = new WeakMap<object, string>()'
])('catches %s', text => {
  expect(holdsState(text)).toBe(true)
})

test.each([
  'const NAMES = new Map(ROWS)',
  'function f() {\n  let count = 0\n}',
  'const known = memoize(read)'
])('allows %s', text => {
  expect(holdsState(text)).toBe(false)
})

/** Two uses of one number would wait for each other, or take each other's turn for their own. */
test('every advisory lock that has a number of its own has it alone', () => {
  const functions = filesIn('api/db/functions').map(path => readFileSync(join(ROOT, path), 'utf8'))
  const texts = [...codeOf('api').map(({ text }) => text), ...functions]
  const numbers = texts.flatMap(text =>
    [...text.matchAll(/\b73_?200_?0\d\d\b/g)].map(([number]) => number.replaceAll('_', ''))
  )
  expect(numbers.length).toBeGreaterThan(8)
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
})
