const DAY_MS = 86_400_000
const SATURDAY = 6

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isWorking = (ms: number) => new Date(ms).getUTCDay() % SATURDAY !== 0

/**
 * Last day of a term of working days that starts the day after `day`. Holidays count, so the term never ends too late.
 */
export function addWorkingDays(day: string, days: number): string {
  let ms = at(day)
  for (let left = days; left > 0; ) {
    ms += DAY_MS
    if (isWorking(ms)) left -= 1
  }
  return new Date(ms).toISOString().slice(0, 10)
}

/** Working days from `from` to `to`; negative when overdue, 0 on the last day. */
export function workingDaysUntil(from: string, to: string): number {
  if (to < from) return -workingDaysUntil(to, from)
  let days = 0
  for (let ms = at(from) + DAY_MS; ms <= at(to); ms += DAY_MS) if (isWorking(ms)) days += 1
  return days
}
