import { useStore } from '@nanostores/react'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { quoted } from '#shared/labels/quoted.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { Remap } from './Remap.tsx'
import { $draft, draftKind } from './remap-store.ts'
import { examples, type Source } from './source-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Колонка' },
  { title: 'Что в ней' },
  { title: 'Примеры', hide: 'mid', lead: true }
]
const KINDS = Object.entries(FIELD_LABELS) as [FieldKind, string][]

/** What the columns of a source hold, with a few values of each; their kinds can be changed. */
export function Columns({ index }: { index: Source }) {
  const { columns, answers } = index
  const seen = useStore(examples.$load)
  const isDrafted = useStore($draft) !== null
  // Columns of a load that was taken back have no values; a rare value may just not have been met.
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
              <p>Значений не встретилось: {bare.map(({ label }) => quoted(label)).join(', ')}.</p>
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
  const draft = useStore($draft)
  const { label, kind, kind_title } = column
  if (!draft) return <span className={kind === 'other' ? 'muted' : undefined}>{kind_title}</span>
  return (
    <Select
      className="auto nowrap"
      aria-label={`Что в колонке ${label}`}
      value={draft[label] ?? kind}
      onChange={event => draftKind(column, event.target.value as FieldKind)}
    >
      {KINDS.map(([key, title]) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </Select>
  )
}

function Examples({ label }: { label: string }) {
  const load = useStore(examples.$load)
  if (load.step === 'loading') return <Skeleton chars={20} />
  if (load.step === 'failed') return <span className="muted">{load.text}</span>
  return load.data.get(label)?.join(', ') || '—'
}
