import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, ROOT } from './tree.ts'

/**
 * A browser judges `:has()` from the last descendant on, and anew whenever something beneath is inserted or pressed. Over an answer
 * of 500 records that takes longer than all else of a press, unless it looks at few elements, or the subject is rarely there.
 */
const CHEAP = [
  '&:has(input:focus-visible) {',
  '.page :is(.lost, :has(.lost)) ~ .lost,',
  '.page :is(.lost, :has(.lost)) ~ * .lost {',
  '&:not(:has(> .side)) {',
  'astro-island:has([aria-busy="true"], .spinner) ~ .foot:not([data-settled]) {',
  ':root:has(.paper) {'
]

test('no style looks through a whole answer with :has()', () => {
  const lines = filesIn('site/styles')
    .filter(path => path.endsWith('.css'))
    .flatMap(path => readFileSync(join(ROOT, path), 'utf8').split('\n'))
    .map(line => line.trim())
    .filter(line => line.includes(':has('))
  expect(lines.sort()).toEqual([...CHEAP].sort())
})
