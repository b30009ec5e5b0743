import { quoted } from '#shared/texts/quoted.ts'
import { describeDoubtful } from './columns/doubtful-values.ts'
import { describeIdColumn } from './columns/id-column.ts'
import type { ImportResult } from './request.ts'
import type { BatchCounts } from './store.ts'

const number = new Intl.NumberFormat('ru-RU')
const count = (value: number) => number.format(value)

export const countsOf = ({ stored, added, changed, suppressed, rejected }: BatchCounts): string =>
  `новых ${count(added)}, изменённых ${count(changed)}, без изменений ${count(stored - added - changed)}, ` +
  `по списку исключений ${count(suppressed)}, отклонено ${count(rejected)}`

type Counted = Pick<ImportResult, 'stored' | 'added' | 'changed' | 'rejected' | 'suppressed'>

export const rowCountsOf = ({ stored, added, changed, rejected, suppressed }: Counted) => ({
  stored,
  added,
  changed,
  same: stored - added - changed,
  rejected,
  suppressed
})

/** Unexpected results of an import. */
export function remarksOf({
  dropped,
  doubtful,
  fileRemarks
}: Pick<ImportResult, 'dropped' | 'doubtful' | 'fileRemarks'>): string[] {
  const remarks = [...fileRemarks]
  for (const [reason, text] of [
    ['map', 'по соответствиям колонок'],
    ['passport', 'их нет в паспорте (fields)']
  ] as const) {
    const labels = dropped.filter(column => column.dropped === reason).map(column => quoted(column.label))
    if (labels.length > 0) remarks.push(`Отброшено колонок: ${labels.length}, ${text}: ${labels.join(', ')}`)
  }
  return [...remarks, ...doubtful.map(describeDoubtful)]
}

/** Ends with whether the source answers. */
export function reportOf(result: ImportResult): string {
  const { idColumn, resumedAfter, rejectsPath, source, batchId } = result
  const lines: string[] = []
  if (resumedAfter > 0)
    lines.push(`Продолжено после прерванного импорта: ${count(resumedAfter)} строк уже были разобраны`)
  lines.push(`Строки: ${countsOf(result)}`)
  if (rejectsPath) lines.push(`Список отклонённых: ${rejectsPath}`)
  lines.push(...remarksOf(result), describeIdColumn(idColumn))
  lines.push(`Партия № ${batchId} записана, убрать её: bun run import --undo ${batchId}`)
  lines.push(
    source.status === 'active'
      ? `Источник ${quoted(source.title)} (${source.key}) действует: поиск по нему включён`
      : `Источник ${quoted(source.title)} (${source.key}) выключен: записи сохранены, поиск их не покажет. ` +
          'Включите его в разделе «Индексы» или повторите загрузку с паспортом (--passport)'
  )
  return lines.join('\n')
}
