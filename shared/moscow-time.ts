const MOSCOW = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23'
})

/** «дд.мм.гггг чч:мм» in Europe/Moscow, the form of every `*_str` and `*_moscow*` field. */
export function moscowTime(moment: Date): string {
  const part = Object.fromEntries(MOSCOW.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part.day}.${part.month}.${part.year} ${part.hour}:${part.minute}`
}
