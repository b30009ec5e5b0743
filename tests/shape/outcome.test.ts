import { expect, test } from 'bun:test'
import {
  closing,
  countBrowser,
  countUnit,
  failedFiles,
  failedTitles,
  skippedTitles
} from '#tests/suite/outcome.ts'

const UNIT = `
tests/api/one.test.ts:
(pass) runs [0.21ms]
(skip) a cluster > is asked
(skip) only as root
tests/api/two.test.ts:
\u001b[31m(fail)\u001b[0m a group > fails [0.22ms]

 12 pass
 2 skip
 1 fail
 3 expect() calls

1 tests failed:
(fail) a group > fails [0.22ms]
`
const BROWSER = `
  ✓  1 tests/e2e/journey.e2e.ts:15:1 › a newcomer registers (1.2s)
  -  2 tests/e2e/guard.e2e.ts:18:1 › sends a visitor to the login
  1) tests/e2e/api.e2e.ts:9:1 › a newcomer comes ───

  1 failed
  1 skipped
  2 did not run
  7 passed (3.4s)
`

test('counts what passed, failed and was skipped, of either runner', () => {
  expect(countUnit(UNIT)).toEqual({ passed: 12, failed: 1, skipped: 2 })
  expect(countUnit(' 3 pass\n 1 error\n')).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countBrowser(BROWSER)).toEqual({ passed: 7, failed: 3, skipped: 1 })
  expect(closing({ passed: 12, failed: 0, skipped: 2 })).toBe('12 passed, 0 failed, 2 skipped')
})

test('names what was skipped and what failed, once, and the files to repeat', () => {
  expect(skippedTitles(UNIT)).toEqual(['a cluster > is asked', 'only as root'])
  expect(failedTitles(UNIT)).toEqual(['a group > fails [0.22ms]'])
  expect(failedFiles(UNIT)).toEqual(['tests/api/two.test.ts'])
  expect(skippedTitles(BROWSER)).toEqual(['tests/e2e/guard.e2e.ts:18:1 › sends a visitor to the login'])
  expect(failedTitles(BROWSER)).toEqual(['tests/e2e/api.e2e.ts:9:1 › a newcomer comes ───'])
})
