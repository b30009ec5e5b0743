import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { dayText } from '#shared/texts/day.ts'
import { daysText } from '#shared/texts/days.ts'
import type { SheetPart } from '#site/layouts/PaperSheet.tsx'

interface ReportView {
  above: string
  title: string
  parts: SheetPart[]
}

/** What the sources say of a person who asked, who asked about them, and how long it is kept: as a document. */
export function reportView(report: SubjectReport): ReportView {
  const { operator, records, held, withheld, failed } = report
  const contact = operator.contact && ` Вопросы: ${operator.contact}.`
  return {
    above: `Ответ на обращение ${report.number}, составлен ${report.made_at_str} (Москва)`,
    title: 'Сведения, которые здесь обрабатывают',
    parts: [
      {
        text: `${operator.name ? `Оператор: ${operator.name}` : 'Оператор не указал своё имя'}${operator.address ? `, ${operator.address}` : ''}.${contact ?? ''}`
      },
      { heading: 'По чему искали' },
      { lines: report.looked_for.map(lookedForText) },
      { heading: 'Что скрыто по этому обращению' },
      {
        text:
          held.length > 0
            ? `В поиске не показываются записи, в которых есть: ${held.join(', ')}.`
            : 'Ничего: это обращение не меняет того, что показывает поиск.'
      },
      { heading: 'Записи источников' },
      ...(records.length === 0 ? [{ text: 'По этим данным записей нет.' }] : []),
      ...report.sources.flatMap(source => sourceParts(source, report)),
      ...(withheld > 0
        ? [
            {
              text: `Ещё записей: ${withheld}. Они не показаны: в них есть сведения о других людях, которых показывать нельзя, или они появились после решения.`
            }
          ]
        : []),
      ...(failed.length > 0 ? [{ text: `Не ответили источники: ${failed.join(', ')}.` }] : []),
      { heading: 'Кто спрашивал' },
      ...askedParts(report),
      { heading: 'Сколько хранится и кому передаётся' },
      {
        text: `История поисков пользователя хранится ${daysText(report.history_days)}, журнал ${daysText(report.audit_days)}, без текста запросов. Записи видят только пользователи этого сервиса.`
      }
    ]
  }
}

const lookedForText = ({ kind, value, is_confirmed }: SubjectReport['looked_for'][number]) =>
  `${kind}: ${value} (${is_confirmed ? 'подтверждён кодом' : 'указано в обращении, проверено по документу'})`

function sourceParts(source: SubjectReport['sources'][number], { records }: SubjectReport): SheetPart[] {
  const until = source.keep_until ? `, хранятся до ${dayText(source.keep_until)}` : ''
  return [
    { heading: source.title, isSmall: true },
    {
      text: `${source.kind}; происхождение: ${source.origin}; основание: ${source.basis}; отвечает ${source.controller}; данные на ${dayText(source.as_of)}${until}.`
    },
    ...records
      .filter(record => record.source === source.key)
      .map(({ record_id, fields }) => ({ id: record_id, pairs: fields }))
  ]
}

function askedParts({ asked, asked_more }: SubjectReport): SheetPart[] {
  if (asked.length === 0) return [{ text: 'За время хранения журнала по этим данным никто не спрашивал.' }]
  const lines = asked.map(({ at_str, act, role, via, purpose, username }) =>
    [`${at_str}: ${act.toLowerCase()}`, role.toLowerCase(), via, purpose && `цель: ${purpose}`, username]
      .filter(Boolean)
      .join(', ')
  )
  return [{ lines }, ...(asked_more ? [{ text: `Показаны последние ${asked.length}, были и раньше.` }] : [])]
}
