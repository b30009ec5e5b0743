import { expect, test } from 'bun:test'
import { codeOf, wordsOfCode } from './tree.ts'

/** `test.if` stays lawful: some things can only be seen as root, or only not as root. */
const PUT_ASIDE = /\b(test|it|describe|suite)\s*(\.\w+\s*)*\.\s*(only|skip|todo|failing|fixme|skipIf)\b/
const LATER = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X\\b'].join(''))

/** What depends on the machine by the file: it is skipped by name, and fails a full run. */
const ON_CONDITION = /\b(?:describe|suite)\s*\.\s*if\b/
const BY_NAME = 'tests/kit/elastic/where-possible.ts'

const all = codeOf('tests')
const tests = all.filter(file => /\.(test|e2e)\.ts$/.test(file.path))

test('runs every test: none is put aside or favoured, whether by its file or by the kit', () => {
  expect(all.filter(file => PUT_ASIDE.test(wordsOfCode(file.text))).map(file => file.path)).toEqual([])
  expect(all.filter(file => ON_CONDITION.test(wordsOfCode(file.text))).map(file => file.path)).toEqual([
    BY_NAME
  ])
})

test.each(['test.only(', 'describe.skip(', 'test.todo(', 'test.describe.only(', 'test.skipIf(true)('])(
  'catches %s',
  text => {
    expect(PUT_ASIDE.test(text)).toBe(true)
  }
)

test('expects something in every test file', () => {
  expect(tests.filter(file => !/\bexpect\s*[(.]|\bassert/.test(file.text)).map(file => file.path)).toEqual([])
})

test('leaves no note about later work anywhere', () => {
  const noted = codeOf('site', 'api', 'shared', 'tests').filter(file => LATER.test(file.text))
  expect(noted.map(file => file.path)).toEqual([])
})

test('names tests by what they show, starting with a small letter', () => {
  const odd = tests.flatMap(file =>
    [...file.text.matchAll(/^\s*(?:test|it)\(\s*(['"`])(.*?)\1/gm)]
      .map(match => match[2] ?? '')
      .filter(
        name => /^([A-ZА-Я]{0,1}[a-zа-я]*\d+[.:)]|should\b|test\b)/.test(name) || name.split(' ').length < 2
      )
      .map(name => `${file.path}: ${name}`)
  )
  expect(odd).toEqual([])
})
