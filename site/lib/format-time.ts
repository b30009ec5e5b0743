import { moscowTime } from '#shared/moscow-time.ts'

const DAY = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })
const DAY_MS = 24 * 60 * 60 * 1000

/** «20 ноября, 18:05» in Moscow; an unreadable date comes back as it is. */
export function formatNewsDate(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? iso : `${DAY.format(moment)}, ${moscowTime(moment).split(' ')[1]}`
}

/** «сегодня, 12:41» or «вчера, 17:20» for a Moscow time «дд.мм.гггг чч:мм»; any other text comes back as it is. */
export function formatRecent(moscow: string, now: Date): string {
  const [day, clock] = moscow.split(' ')
  const dayOf = (moment: Date) => moscowTime(moment).split(' ')[0]
  if (!clock) return moscow
  if (day === dayOf(now)) return `сегодня, ${clock}`
  if (day === dayOf(new Date(now.getTime() - DAY_MS))) return `вчера, ${clock}`
  return moscow
}
