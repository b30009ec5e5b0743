import { counted } from '#site/lib/numbers.ts'

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ'] as const
const FIGURE = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const SECONDS_IN_MINUTE = 60
const MINUTES_IN_HOUR = 60

/** «12,4 МБ». */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${FIGURE.format(bytes / 1024 ** power)}\u00a0${UNITS[power]}`
}

/** «40 с», «3 мин», «2 ч 5 мин». */
export function durationText(seconds: number): string {
  if (seconds < SECONDS_IN_MINUTE) return `${Math.max(1, Math.ceil(seconds))}\u00a0с`
  const minutes = Math.round(seconds / SECONDS_IN_MINUTE)
  const hours = Math.floor(minutes / MINUTES_IN_HOUR)
  const rest = minutes % MINUTES_IN_HOUR
  return hours === 0 ? `${minutes}\u00a0мин` : `${hours}\u00a0ч${rest > 0 ? ` ${rest}\u00a0мин` : ''}`
}

export const rowsText = (rows: number): string => counted(rows, ['строка', 'строки', 'строк'])

/** «8 400 строк/с, осталось 3 мин», of what is known yet. */
export const paceText = (rowsPerSecond: number | null, secondsLeft: number | null): string =>
  [
    rowsPerSecond !== null && `${rowsText(rowsPerSecond)}/с`,
    secondsLeft !== null && `осталось ${durationText(secondsLeft)}`
  ]
    .filter(Boolean)
    .join(', ')
