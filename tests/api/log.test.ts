import { expect, test } from 'bun:test'
import { logLine } from '#api/lib/log.ts'

const FORGED = 'a\r\n{"event":"forged"}\u001b[31m\u0085\u2028\u2029\u007f"}'

test('a value cannot begin a line of its own, nor speak to a terminal', () => {
  const line = logLine('warn', 'failed', { username: FORGED, [FORGED]: 1, error: new Error(FORGED) })
  expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  expect(JSON.parse(line)).toMatchObject({ event: 'failed', username: FORGED, error: { message: FORGED } })
})
