import { expect, test } from 'bun:test'
import { log, logLine, setLogLevel } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

const FORGED = 'a\r\n{"event":"forged"}\u001b[31m\u0085\u2028\u2029\u007f"}'

test('a value cannot begin a line of its own, nor speak to a terminal', () => {
  const line = logLine('warn', 'failed', { username: FORGED, [FORGED]: 1, error: new Error(FORGED) })
  expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
  expect(JSON.parse(line)).toMatchObject({ event: 'failed', username: FORGED, error: { name: 'Error' } })
})

test('of an error the message is written only when it is one of ours, and no line of it passes for a frame', () => {
  const described = (error: unknown) => JSON.parse(logLine('warn', 'failed', { error })).error
  expect(described(new OperatorError('Диск полон'))).toMatchObject({ message: 'Диск полон' })
  const quoting = `${FORGED}\n    at typed (/typed.ts:1:1)`
  const thrown = new TypeError(quoting, { cause: new SyntaxError(quoting) })
  const { name, message, frames, cause } = described(thrown)
  expect([name, message, cause.name, cause.message]).toEqual([
    'TypeError',
    undefined,
    'SyntaxError',
    undefined
  ])
  expect(frames.length).toBeGreaterThan(0)
  expect(JSON.stringify([frames, cause])).not.toContain('typed')
  for (const bare of [quoting, { quoting }, [quoting]]) expect(described(bare)).toEqual({ name: typeof bare })
})

test('every line is written, whatever number it has', () => {
  const line = logLine('info', 'counted', { count: 2n ** 64n })
  expect(JSON.parse(line)).toMatchObject({ level: 'info', event: 'counted', count: '18446744073709551616' })
})

test.each(['debug', 'info', 'warn', 'error'] as const)(
  'the level %s and what is above it is written',
  level => {
    const lines: string[] = []
    const { write } = process.stderr
    process.stderr.write = (text: string) => lines.push(text) > 0
    try {
      setLogLevel(level)
      for (const each of LEVELS) log[each]('an_event with {braces}', { at_level: each })
    } finally {
      process.stderr.write = write
      setLogLevel('info')
    }
    const above = LEVELS.slice(LEVELS.indexOf(level))
    expect(lines.map(line => JSON.parse(line))).toEqual(
      above.map(each => ({
        at: expect.any(String),
        level: each,
        event: 'an_event with {braces}',
        at_level: each
      }))
    )
    expect(lines.every(line => line.endsWith('\n'))).toBe(true)
  }
)
