import { useStore } from '@nanostores/react'
import { EXAMPLES_FROM_RECORDS } from '#shared/admin-constants.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { Remap } from './Remap.tsx'
import { $draft, $kindChoice } from './remap-store.ts'
import { examples, type Source } from './source-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Колонка' },
  { title: 'Что в ней' },
  { title: 'Примеры', hide: 'mid', lead: true }
]

/** What the columns of a source hold, and whose, with a few values of each; it can be changed. */
export function Columns({ index }: { index: Source }) {
  const { columns, answers } = index
  const seen = useStore(examples.$load)
  const isDrafted = useStore($draft) !== null
  // Columns of a load that was taken back have no values; a rare value of many records may just not have been met.
  const isBare = ({ label, is_shown }: Source['columns'][number]) =>
    answers && is_shown && seen.step === 'ready' && !seen.data.get(label)?.length
  const bare = isDrafted || columns.every(isBare) ? [] : columns.filter(isBare)
  return (
    <Card flush title="Колонки" action={<span className="small muted">{formatCount(columns.length)}</span>}>
      {columns.length === 0 ? (
        <p className="pager">Колонки появятся с первой загрузкой.</p>
      ) : (
        <>
          <Table columns={COLUMNS} label="Колонки">
            {columns
              .filter(column => !bare.includes(column))
              .map(column => (
                <ColumnRow key={column.label} column={column} hasExamples={answers && column.is_shown} />
              ))}
          </Table>
          <div className="stack pad">
            {bare.length > 0 && (
              <p>
                {index.records > EXAMPLES_FROM_RECORDS ? 'По-видимому, пустые' : 'Пустые'} колонки:{' '}
                {bare.map(({ label }) => quoted(label)).join(', ')}.
              </p>
            )}
            <Remap index={index} />
            <p className="small muted">
              {answers
                ? 'Просмотр примеров остаётся в журнале.'
                : 'Примеры видны, когда источник отвечает на поиск.'}
            </p>
          </div>
        </>
      )}
    </Card>
  )
}

interface ColumnRowProps {
  column: Source['columns'][number]
  hasExamples: boolean
}

const ColumnRow = ({ column, hasExamples }: ColumnRowProps) => (
  <tr>
    <th scope="row">
      {column.label} {!column.is_shown && <Badge>скрыта</Badge>}
      {hasExamples && (
        <small className="slim">
          <Examples label={column.label} />
        </small>
      )}
    </th>
    <td className="nowrap">
      <Kind column={column} />
    </td>
    <td className="mid soft">{hasExamples && <Examples label={column.label} />}</td>
  </tr>
)

function Kind({ column }: Pick<ColumnRowProps, 'column'>) {
  const isDrafted = useStore($draft) !== null
  const Choice = useStore($kindChoice)
  if (isDrafted && Choice) return <Choice column={column} />
  const { kind, kind_title, party, party_title } = column
  return (
    <>
      <span className={kind === 'other' ? 'muted' : undefined}>{kind_title}</span>
      {party !== 'self' && party_title && (
        <>
          <br />
          <small>{party_title}</small>
        </>
      )}
    </>
  )
}

function Examples({ label }: { label: string }) {
  const load = useStore(examples.$load)
  if (load.step === 'loading') return <Skeleton chars={20} />
  if (load.step === 'failed') return <span className="muted">{load.text}</span>
  return load.data.get(label)?.join(', ') || '—'
}
