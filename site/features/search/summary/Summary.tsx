import { useId, useState } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import { SearchFrom } from '#site/features/search/ask/SearchFrom.tsx'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { CELL, groupOf, HEADING, ROW, ROW_HEADING, ROWS, TABLE } from '#site/features/search/people/roles.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { Copy } from '#site/ui/Copy.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { useFew } from './Few.tsx'
import { PhoneCheck } from './PhoneCheck.tsx'
import { SourceKey } from './SourceKey.tsx'
import { organisationsOf, type SourcedValue, summaryOf } from './summary-view.ts'

const ValueProof = laterPart(async () => (await import('./ValueProof.tsx')).ValueProof)

/** Anybody has these. */
const UNSEARCHED: readonly string[] = ['Пол', 'Гражданство']
/** More sources than this have no column each: the silent ones shrink. */
const COLUMNS_MAX = 14

/** What the sources agree on about one person; each value shows who confirms it and opens what they wrote. */
export function Summary({ person, results }: { person: Person; results: Results }) {
  const id = useId()
  const [areAllOpen, setAllOpen] = useState(false)
  const values = summaryOf(person, results)
  if (values.length === 0) return null
  return (
    <div className="stack tight summary" {...groupOf(id)}>
      <header className="row apart">
        <h4 id={id}>Сводка</h4>
        <SourceKey places={results.places} />
        <button
          type="button"
          className="link small no-print"
          aria-expanded={areAllOpen}
          onClick={() => setAllOpen(!areAllOpen)}
        >
          Все доказательства
        </button>
      </header>
      <table
        {...TABLE}
        className="table sums"
        data-many={results.places.length > COLUMNS_MAX ? '' : undefined}
      >
        <caption className="sr">Сводка: {nameOf(person)}</caption>
        <thead {...ROWS}>
          <tr {...ROW}>
            {['Поле', 'Значение', 'Доказательства'].map(title => (
              <th {...HEADING} scope="col" key={title}>
                {title}
              </th>
            ))}
            <th {...HEADING} scope="col" className="num">
              Новейшая запись
            </th>
          </tr>
        </thead>
        <Values {...{ values, results, areAllOpen }} />
        {organisationsOf(person, results).map(({ id, title, values }) => (
          <Values key={id} {...{ values, results, title, areAllOpen }} />
        ))}
      </table>
      <PhoneCheck person={person} operator={results.answer.operator_info} />
    </div>
  )
}

interface ValuesProps {
  values: readonly SourcedValue[]
  results: Results
  areAllOpen: boolean
  /** Of an organisation that the person has to do with. */
  title?: string
}

const Values = ({ values, results, title, areAllOpen }: ValuesProps) => (
  <tbody {...ROWS}>
    {title && (
      <tr {...ROW} className="sub">
        <th {...CELL} scope="rowgroup" colSpan={4}>
          Организация: {title}
        </th>
      </tr>
    )}
    {[...Map.groupBy(values, ({ field }) => field)].map(([field, ofField]) => (
      <FieldRows key={field} values={ofField} {...{ results, areAllOpen }} />
    ))}
  </tbody>
)

/** The values of one field. */
function FieldRows({ values, results, areAllOpen }: ValuesProps) {
  const [shown, others] = useFew(values, values[0]?.field ?? '')
  return (
    <>
      {(areAllOpen ? values : shown).map(value => (
        // Each is opened or folded by itself from then on.
        <ValueRow key={`${areAllOpen} ${value.value}`} {...{ value, results, areAllOpen }} />
      ))}
      {others && !areAllOpen && (
        <tr {...ROW} className="again">
          <td {...CELL} />
          <td {...CELL} className="v" colSpan={3}>
            {others}
          </td>
        </tr>
      )}
    </>
  )
}

interface ValueRowProps extends Pick<ValuesProps, 'results' | 'areAllOpen'> {
  value: SourcedValue
}

function ValueRow({ value: sourced, results, areAllOpen }: ValueRowProps) {
  const { field, value, isFirst, strip, newest, clash, lone, former, row } = sourced
  const [isOpen, setOpen] = useState(areAllOpen)
  return (
    <>
      <tr {...ROW} className={isFirst ? undefined : 'again'}>
        <th {...ROW_HEADING} scope="row">
          {isFirst ? field : <span className="sr">{field}</span>}
        </th>
        <td {...CELL} className="v">
          <span className="name">
            <Copy text={value} />
            {!UNSEARCHED.includes(field) && <SearchFrom value={value} />}
          </span>
          {clash && <Badge tone="ochre">{clash}</Badge>}
          {lone && <Badge>один источник</Badge>}
          {former && <p className="small soft">{former}</p>}
        </td>
        <td {...CELL}>
          <button type="button" className="proof" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span className="sr">
              Доказательства: {field}, {value}.{' '}
            </span>
            <SourceStrip strip={strip} />
          </button>
        </td>
        <td {...CELL} className="d num soft" data-l={newest && 'новейшая запись:'}>
          {newest}
        </td>
      </tr>
      {isOpen && (
        <tr {...ROW} className="inner">
          <td {...CELL} colSpan={4}>
            <Later part={ValueProof} waiting={<Skeleton chars={60} />} props={{ row, results }} />
          </td>
        </tr>
      )}
    </>
  )
}
