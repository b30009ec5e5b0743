import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { gapSentences, passportEnd } from '#site/features/admin/indices/index-words.ts'
import { dayCell, type Sheet } from '#site/lib/export/sheet.ts'

/** A source that does not answer first, then the passport that ends first. */
export const byDue = (indices: readonly IndexView[]): IndexView[] =>
  indices.toSorted((one, other) => {
    if (one.answers !== other.answers) return one.answers ? 1 : -1
    const [end, otherEnd] = [one, other].map(({ passport }) => passportEnd(passport) ?? '9999')
    return (end ?? '') < (otherEnd ?? '') ? -1 : 1
  })

/** Why a source does not answer; '' where it does. */
export function noAnswerReason({ answers, status, passport, lost_note }: IndexView): string {
  if (answers) return ''
  if (lost_note !== undefined) return lost_note
  if (status === 'disabled') return 'отключён'
  return gapSentences(passport).join('. ')
}

/** The register of processing as a table, one row a source. */
export const registerSheet = (indices: readonly IndexView[]): Sheet => ({
  name: 'реестр',
  columns: [
    { title: 'Источник' },
    { title: 'Ключ' },
    { title: 'Вид' },
    { title: 'Происхождение' },
    { title: 'Основание' },
    { title: 'Ответственный' },
    { title: 'Подтверждение' },
    { title: 'Получено', as: 'day' },
    { title: 'Хранение, дней' },
    { title: 'Хранится до', as: 'day' },
    { title: 'Пересмотр до', as: 'day' },
    { title: 'Колонки' },
    { title: 'Записей' },
    { title: 'Отвечает' },
    { title: 'Почему нет' }
  ],
  rows: indices.map(index => {
    const { passport } = index
    return [
      index.title,
      index.name,
      passport.kind && SOURCE_KINDS[passport.kind],
      passport.origin && SOURCE_ORIGINS[passport.origin],
      passport.basis && SOURCE_BASES[passport.basis],
      passport.controller,
      passport.evidence_url,
      dayCell(passport.obtained_at),
      passport.retention_days,
      dayCell(passport.keep_until),
      dayCell(passport.review_due),
      passport.fields?.join(', ') ?? 'все',
      index.records,
      index.answers ? 'да' : 'нет',
      noAnswerReason(index)
    ]
  })
})
