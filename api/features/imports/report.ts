import type { ImportResult } from './service.ts'

const number = new Intl.NumberFormat('ru-RU')
const count = (value: number) => number.format(value)

/** The last line says whether the source answers searches. */
export function reportOf(result: ImportResult): string {
  const { stored, fresh, rejected, suppressed, dropped, resumedAfter, rejectsPath, source, batchId } = result
  const lines: string[] = []
  if (resumedAfter > 0)
    lines.push(`Продолжено после прерванного импорта: ${count(resumedAfter)} строк уже были разобраны`)
  lines.push(`Сохранено строк: ${count(stored)}, новых записей: ${count(fresh)}`)
  lines.push(`Отклонено строк: ${count(rejected)}${rejectsPath ? `, список: ${rejectsPath}` : ''}`)
  lines.push(`Не сохранено по списку исключений: ${count(suppressed)}`)
  for (const [reason, text] of [
    ['map', 'по файлу соответствий'],
    ['passport', 'их нет в паспорте (fields)']
  ] as const) {
    const labels = dropped.filter(column => column.dropped === reason).map(column => `«${column.label}»`)
    if (labels.length > 0) lines.push(`Отброшено колонок: ${labels.length}, ${text}: ${labels.join(', ')}`)
  }
  lines.push(`Партия № ${batchId} записана, убрать её: bun run import --undo ${batchId}`)
  lines.push(
    source.status === 'active'
      ? `Источник «${source.title}» (${source.key}) действует: поиск по нему включён`
      : `Источник «${source.title}» (${source.key}) выключен администратором: записи сохранены, поиск их не покажет`
  )
  return lines.join('\n')
}
