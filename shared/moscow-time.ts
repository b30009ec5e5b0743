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
export const moscowTime = (moment: Date): string => MOSCOW.format(moment).replace(',', '')

const MOSCOW_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' })

/** The day of Moscow, ISO. */
export const moscowDay = (moment: Date): string => MOSCOW_DAY.format(moment)
