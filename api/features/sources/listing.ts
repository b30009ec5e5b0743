import { INDEX_UPDATING } from '#shared/labels/sources.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { retentionOf } from './retention.ts'
import type { DeclaredSource } from './store.ts'

const number = new Intl.NumberFormat('ru-RU')

const STATES: Partial<Record<DeclaredSource['status'], string>> = {
  disabled: 'выключен',
  deleting: 'удаляется'
}

/** A line a source: what keeps it from answering, and its retention. */
export function describeSources(sources: readonly DeclaredSource[]): string {
  if (sources.length === 0) return 'Источников нет'
  return sources.flatMap(linesOf).join('\n')
}

function linesOf(source: DeclaredSource): string[] {
  const gaps = passportGaps(source.passport, source.today)
  const retention = retentionOf(source)
  const isInForce = source.status === 'active' && gaps.length === 0
  const state = STATES[source.status] ?? (isInForce ? 'отвечает' : 'не отвечает')
  const keepUntil = retention ? `, хранить по ${retention.until}` : ''
  const lines = [
    `${source.key}  ${quoted(source.passport.title)}  ${state}, записей ${number.format(source.records)}${keepUntil}`,
    ...gaps.map(gap => `  ${gap}`)
  ]
  if (retention?.isOver && source.records > 0)
    lines.push('  Срок хранения истёк: работающий сервер удаляет записи')
  if (isInForce && source.isBehind) lines.push(`  ${INDEX_UPDATING}`)
  if (retention?.isNear) {
    lines.push(
      `  Внимание: дней до конца срока хранения: ${retention.daysLeft}. Потом источник перестанет отвечать, а его ` +
        'записи будут удалены. Если данные получены заново, загрузите их с новым паспортом (--passport)'
    )
  }
  return lines
}
