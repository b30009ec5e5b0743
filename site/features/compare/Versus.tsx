/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { ComparedField } from '#shared/contracts/compare.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { partialSources, type SideView, STATES, toneOf } from './compare-view.ts'
import { SourceCells, Tone } from './Tone.tsx'

interface VersusProps {
  sides: readonly [SideView, SideView]
  fields: readonly ComparedField[]
  answer: SearchAnswer
}

/** Two side by side, a field a row. Roles are written out, since folding to a list would lose the table. */
export const Versus = ({ sides, fields, answer }: VersusProps) => (
  <div className="card flush">
    <table className="versus" role="table">
      <caption className="sr">Сравнение по полям</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Поле
          </th>
          {sides.map((side, at) => (
            <th role="columnheader" scope="col" key={at === 0 ? 'a' : 'b'}>
              <Side side={side} />
            </th>
          ))}
          <th role="columnheader" scope="col" className="out">
            Сравнение
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fields.map(field => (
          <Row key={field.field} row={field} sides={sides} answer={answer} />
        ))}
      </tbody>
    </table>
  </div>
)

const Side = ({ side: { name, about, mark } }: { side: SideView }) => (
  <>
    <b>{name}</b>
    <br />
    {about}
    {mark && (
      <>
        <br />
        <span className="match" data-match={mark.shape}>
          {mark.text}
        </span>{' '}
        <span className="sr">оценка </span>
        {mark.score}
      </>
    )}
  </>
)

interface RowProps {
  row: ComparedField
  sides: VersusProps['sides']
  answer: SearchAnswer
}

const Row = ({ row, sides: [one, other], answer }: RowProps) => (
  <tr role="row" data-s={STATES[toneOf(row.tone, row)]}>
    <th role="rowheader" scope="row">
      {row.field}
    </th>
    <Value
      value={row.a}
      keys={row.sources_a}
      partial={partialSources(one, row.field, answer)}
      answer={answer}
    />
    <Value
      value={row.b}
      keys={row.sources_b}
      partial={partialSources(other, row.field, answer)}
      answer={answer}
    />
    <td role="cell" className="out">
      <Tone tone={toneOf(row.tone, row)}>{row.text}</Tone>
    </td>
  </tr>
)

const Value = ({
  value,
  keys,
  partial,
  answer
}: {
  value: string | null
  keys: readonly string[]
  /** Those of them that say less. */
  partial: ReadonlySet<string>
  answer: SearchAnswer
}) => (
  <td role="cell">
    {value === null ? (
      <span className="muted">нет данных</span>
    ) : (
      <>
        {value.split('; ').map(each => (
          <div key={each}>{each}</div>
        ))}
        <SourceCells keys={keys.filter(key => !partial.has(key))} answer={answer} state="yes" />{' '}
        <SourceCells keys={keys.filter(key => partial.has(key))} answer={answer} state="part" />
      </>
    )}
  </td>
)
