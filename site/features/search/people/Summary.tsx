import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Copy } from '#site/ui/Copy.tsx'
import { PhoneCheck } from './PhoneCheck.tsx'
import { Strip } from './Strip.tsx'
import type { Support } from './strip.ts'
import { newestText, type SummaryField, summaryOf } from './summary-view.ts'

/** What the sources agree on about one person, with the witnesses beside each value. */
export function Summary({ person, results }: { person: Person; results: Results }) {
  const fields = summaryOf(person, results)
  if (fields.length === 0) return null
  return (
    <section id="summary" className="card flush" aria-labelledby="summary-t">
      <header className="row apart">
        <h2 id="summary-t">Сводка: {person.name || 'имя не указано'}</h2>
        <p className="row small muted">
          <Legend tone="agree" text="подтверждает" />
          <Legend tone="part" text="частично" />
          <Legend tone="contradict" text="расходится" />
          <Legend tone="missing" text="нет данных" />
        </p>
      </header>
      <table className="table sums">
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">
              <span className="sourced">
                <span>Значение</span>
                <span className="desk">Кто подтверждает</span>
              </span>
            </th>
            <th scope="col" className="mid num">
              Новейшая дата
            </th>
            <th scope="col" className="low">
              <span className="sr">Пометка</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <FieldRow key={field.field} field={field} />
          ))}
        </tbody>
      </table>
      <PhoneCheck person={person} operator={results.answer.operator_info} />
    </section>
  )
}

const FieldRow = ({ field: { field, values, newest, conflict, lone } }: { field: SummaryField }) => (
  <tr>
    <th scope="row" className="soft nowrap">
      {field}
    </th>
    <td>
      {values.map(({ value, strip, former }) => (
        <div className="sourced" key={value}>
          <Copy text={dateText(value)} />
          <Strip strip={strip} />
          {former && <p className="small soft">{former}</p>}
        </div>
      ))}
    </td>
    <td className="mid num soft">{newest && newestText(newest)}</td>
    <td className="low">
      {conflict && <Badge tone="ochre">значения расходятся</Badge>}
      {lone && !conflict && <Badge>один источник</Badge>}
    </td>
  </tr>
)

const Legend = ({ tone, text }: { tone: Support; text: string }) => (
  <span className="row tight">
    <span className="strip" aria-hidden="true">
      <i data-support={tone} />
    </span>
    {text}
  </span>
)
