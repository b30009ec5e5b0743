import { expect, test } from 'bun:test'
import { createProgress, duration } from '#api/lib/progress.ts'

/** An output that keeps what is written, and a clock that is set by hand. */
function stage(isTTY: boolean) {
  const written: string[] = []
  const clock = { now: 0 }
  const output = { isTTY, columns: 80, write: (text: string) => written.push(text) }
  return { written, clock, progress: createProgress(output, 'Импорт', 1_000, () => clock.now) }
}

test('draws a bar with rate and time left on a terminal', () => {
  const { written, clock, progress } = stage(true)
  progress.update(0, 0)
  clock.now = 10_000
  progress.update(250, 5_000)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('██████░')
  expect(written[0]?.replace(/\s/g, ' ')).toContain('25 %, записей: 5 000, 500/с, осталось 0:30')
  progress.clear()
  expect(written.at(-1)).toBe('\r\x1b[2K')
})

test('writes a plain line every five seconds elsewhere, and nothing to clear', () => {
  const { written, clock, progress } = stage(false)
  for (clock.now = 0; clock.now <= 11_000; clock.now += 100) progress.update(clock.now / 20, clock.now)
  progress.clear()
  expect(written).toHaveLength(2)
  expect(written.every(line => line.endsWith('\n') && !line.includes('\x1b'))).toBe(true)
})

test('counts rate and time from where a resumed work begins', () => {
  const { written, clock, progress } = stage(true)
  progress.update(800, 80_000)
  clock.now = 1_000
  progress.update(900, 81_000)
  expect(written[0]?.replace(/\s/g, ' ')).toContain('1 000/с, осталось 0:01')
})

test('writes durations as people read them', () => {
  expect([duration(5), duration(65.4), duration(7_384), duration(-1)]).toEqual([
    '0:05',
    '1:05',
    '2:03:04',
    '0:00'
  ])
})
