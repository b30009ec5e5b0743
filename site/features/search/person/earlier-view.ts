import type { PersonKind } from '#shared/contracts/person.ts'
import type { EarlierVerdict } from '#shared/contracts/verdict.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { count } from '#site/features/search/texts.ts'

/** «27.11.2026 в 09:50» */
const timeText = (at: string): string => moscowTime(new Date(at)).replace(' ', ' в ')

const dayOf = (at: string): string => moscowTime(new Date(at)).split(' ')[0] ?? ''

type VerdictOfDay = Pick<EarlierVerdict, 'at' | 'verdict' | 'note'>

/** «Вы смотрели 27.11.2026: тот же» */
export const earlierBadge = ({ at, verdict }: EarlierVerdict, kind: PersonKind): string =>
  `вы смотрели ${dayOf(at)}: ${VERDICT_WORDS[kind][verdict]}`

/** «прежний вывод 27.11.2026: тот же, «ИНН совпал»», as files and reports have it. */
export const formerText = ({ at, verdict, note }: VerdictOfDay, kind: PersonKind): string =>
  [`прежний вывод ${dayOf(at)}: ${VERDICT_WORDS[kind][verdict]}`, ...(note ? [quoted(note)] : [])].join(', ')

/** «Вы смотрели 27.11.2026 в 09:50: тот же, «ИНН совпал» · с тех пор добавлено или изменено: 2 записи» */
export function earlierText(
  { at, verdict, note, changed_records }: EarlierVerdict,
  kind: PersonKind
): string {
  const words = [VERDICT_WORDS[kind][verdict], ...(note ? [quoted(note)] : [])].join(', ')
  const since =
    changed_records > 0 ? ` · с тех пор добавлено или изменено: ${count(changed_records, 'record')}` : ''
  return `Вы смотрели ${timeText(at)}: ${words}${since}`
}
