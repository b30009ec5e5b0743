import type { SummaryRow } from '#shared/contracts/summary.ts'
import { CELL, HEADING, ROW, ROW_HEADING, ROWS, TABLE } from '#site/features/search/people/roles.ts'
import { jumpTo } from '#site/features/search/records/jump.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { dateText } from '#site/features/search/texts.ts'
import { type ProofLine, proofOf } from './summary-view.ts'

const COLUMNS = ['Источник', 'Как написано', 'Запись от', 'Источник на', 'Основание']

/** What each record says of a value, in its own spelling, and which sources say nothing. */
export function ValueProof({ row, results }: { row: SummaryRow; results: Results }) {
  const { lines, noField, noPerson } = proofOf(row, results)
  return (
    <div className="stack tight">
      <table {...TABLE} className="dense">
        <caption className="sr">
          Доказательства: {row.field}, {dateText(row.value)}
        </caption>
        <thead {...ROWS}>
          <tr {...ROW}>
            {COLUMNS.map(title => (
              <th {...HEADING} scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROWS}>
          {lines.map(line => (
            <Line key={`${line.recordId} ${line.written}`} line={line} results={results} />
          ))}
        </tbody>
      </table>
      {noField.length > 0 && <p className="small soft">Такого значения в записях нет: {listed(noField)}.</p>}
      {noPerson.length > 0 && (
        <p className="small soft">
          {results.answer.completeness.more
            ? 'Среди показанных записей об этом лице нет'
            : 'Записей об этом лице нет'}
          : {listed(noPerson)}.
        </p>
      )}
    </div>
  )
}

function Line({ line, results }: { line: ProofLine; results: Results }) {
  const record = results.records.get(line.recordId)
  return (
    <tr {...ROW}>
      <th {...ROW_HEADING} scope="row">
        <span className="name">
          <SourceStrip strip={line.strip} />
          {record ? (
            <button type="button" className="link" onClick={() => jumpTo(record)}>
              {line.sourceTitle}
              <span className="sr">, к записи</span>
            </button>
          ) : (
            line.sourceTitle
          )}
        </span>
      </th>
      <td {...CELL}>{line.written}</td>
      <td {...CELL} data-l={line.recordDate && 'запись от'}>
        {line.recordDate}
      </td>
      <td {...CELL} data-l={line.sourceDate && 'источник на'}>
        {line.sourceDate}
      </td>
      <td {...CELL} data-l="основание:">
        {line.basis}
      </td>
    </tr>
  )
}

const listed = (numbers: readonly number[]): string =>
  `${numbers.length > 1 ? 'источники' : 'источник'} ${numbers.join(', ')}`
