import { expect, test } from 'bun:test'
import { pathFiles, quickFiles } from '#tests/suite/groups.ts'
import { codeOf, withoutComments } from './tree.ts'

/** Files of a quick run that read a clock for another reason than to hold something against it. */
const CLOCK_READERS: Record<string, string> = {
  'tests/api/database-waits.test.ts': 'a charge is told until when it may wait',
  'tests/shared/identity/line-cost.test.ts': 'what the clock lets pass was no dearer by the processor'
}

const quick = new Set([...quickFiles(), ...pathFiles()])
const files = codeOf('tests')
  .filter(({ path }) => quick.has(path) || /^tests\/(?:shape|shared|site)\//.test(path))
  .filter(({ path }) => path !== 'tests/shape/clock.test.ts')
  .map(({ path, text }) => ({ path, text: withoutComments(text) }))

/** What measures how long something took. */
const STOPWATCH = /\bperformance\.now\(/
/** Of times that something took, a busy machine makes none shorter: only a lower end is lawful. */
const UPPER_END =
  /expect\((?:(?!expect\()[\s\S])*?(?:Ms\b|Date\.now\(\))(?:(?!expect\()[\s\S])*?\)\s*\.(?:toBeLessThan|toBeWithin)/
/** Of a test by itself; the run has one for all. */
const OWN_LIMIT = /^\s*\},\s*(?:[1-9]|[1-9]\d|1[0-7]\d)_000\s*\)/m
/** Of what is looked for on a page, outside of what is tried again and again. */
const SHORT_LIMIT = /\btimeout: (?:\d{1,3}|\d_\d{3}) \}/
const withoutRetried = (text: string) => text.replace(/expect\(async \(\) => \{[\s\S]*?\}\)\.toPass\(/g, '')

const filesWith = (pattern: RegExp) => files.filter(({ text }) => pattern.test(withoutRetried(text)))

test('a quick run judges nothing by the clock: a condition is waited for, work is counted, cost is of the processor', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(filesWith(STOPWATCH).map(({ path }) => path)).toEqual(Object.keys(CLOCK_READERS))
  expect(filesWith(UPPER_END).map(({ path }) => path)).toEqual([])
})

test('no test of a quick run is in more of a hurry than the run', () => {
  expect(filesWith(OWN_LIMIT).map(({ path }) => path)).toEqual([])
  expect(filesWith(SHORT_LIMIT).flatMap(({ path }) => (path.endsWith('.e2e.ts') ? [path] : []))).toEqual([])
})

test.each([
  [STOPWATCH, 'const before = performance.now()'],
  [UPPER_END, 'expect(tookMs).toBeLessThan(200)'],
  [UPPER_END, 'expect(Date.now() - before).toBeWithin(1, 2)'],
  [UPPER_END, 'expect(\n  Date.now() - before,\n  "as long"\n)\n  .toBeLessThan(2)'],
  [OWN_LIMIT, '\n}, 30_000)'],
  [OWN_LIMIT, '\n  },\n  60_000\n)'],
  [SHORT_LIMIT, 'toBeVisible({ timeout: 5_000 })']
])('%p catches %s', (pattern, text) => {
  expect(pattern.test(text)).toBe(true)
})
