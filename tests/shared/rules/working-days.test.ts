import { describe, expect, test } from 'bun:test'
import { addWorkingDays, workingDaysUntil } from '#shared/rules/working-days.ts'

const DAY_MS = 86_400_000
const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * DAY_MS).toISOString().slice(0, 10)

describe('a term of working days', () => {
  test.each([
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-27', 10, '2026-12-11'],
    ['2026-11-28', 10, '2026-12-11'],
    ['2026-12-31', 5, '2027-01-07'],
    ['2028-02-28', 1, '2028-02-29']
  ])('that begins after %s and has %d ends on %s', (day, days, end) => {
    expect(addWorkingDays(day, days)).toBe(end)
  })

  test('ends on a working day, so many working days later, from any day', () => {
    for (let at = 0; at < 400; at += 1) {
      for (const days of [1, 5, 10, 23]) {
        const end = addWorkingDays(dayAt(at), days)
        expect(new Date(end).getUTCDay() % 6).not.toBe(0)
        expect(workingDaysUntil(dayAt(at), end)).toBe(days)
        expect(workingDaysUntil(end, dayAt(at))).toBe(-days)
      }
    }
  })

  test('is over by none on its last day, and on a weekend after it', () => {
    expect(workingDaysUntil('2026-11-27', '2026-11-27')).toBe(0)
    expect(Math.abs(workingDaysUntil('2026-11-28', '2026-11-27'))).toBe(0)
    expect(workingDaysUntil('2026-11-30', '2026-11-27')).toBe(-1)
  })
})
