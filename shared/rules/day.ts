/** Whether `YYYY-MM-DD` is a day of the calendar: no 30 February, which `Date` would take for 2 March. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
