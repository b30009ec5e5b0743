import { useStore } from '@nanostores/react'
import type { ImportPreview, PreviewColumn } from '#shared/contracts/imports.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { EVIDENCE_LABELS } from '#shared/labels/imports.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { percent } from '#site/features/admin/source/batch-words.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { ColumnName } from './ColumnName.tsx'
import { isNameable } from './column-names.ts'
import { $corrections, $isStale, changeColumn, changeParty } from './order-store.ts'
import { PartySelect } from './PartySelect.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Колонка' },
  { title: 'Что в ней' },
  { title: 'Заполнено', num: true, hide: 'mid' },
  { title: 'Верных', num: true, hide: 'mid' },
  { title: 'Проверьте', num: true, hide: 'mid' },
  { title: 'Разных', num: true, hide: 'mid' },
  { title: 'Примеры', hide: 'mid' }
]
const KINDS = Object.entries(FIELD_LABELS) as [FieldKind, string][]
/** In the list of kinds: the column is left out. */
const NOT_STORED = '-'

/** Every column of the file, with its kind to be corrected and what its values are like. */
export const ColumnTable = ({ preview }: { preview: ImportPreview }) => (
  <Card
    flush
    title="Колонки"
    action={<span className="small muted">{formatCount(preview.columns.length)}</span>}
  >
    <Table columns={COLUMNS} label="Колонки файла" busy={useStore($isStale)}>
      {preview.columns.map(column => (
        <ColumnRow key={column.found} column={column} preview={preview} />
      ))}
    </Table>
  </Card>
)

interface ColumnRowProps {
  column: PreviewColumn
  preview: ImportPreview
}

function ColumnRow({ column, preview }: ColumnRowProps) {
  const { label, kind, is_id, dropped, filled, valid, doubtful, distinct, examples } = column
  const corrected = useStore($corrections)
  const isLeftOut = dropped !== null || corrected.drop.includes(label)
  const chosen = ownValue(corrected.columns, label)
  const shownKind = isLeftOut ? NOT_STORED : (chosen ?? kind)
  return (
    <tr>
      <th scope="row">
        {isNameable(column, preview) ? <ColumnName column={column} preview={preview} /> : label}{' '}
        {is_id && <Badge>ключ записи</Badge>}
        <small className="slim">
          заполнено {formatCount(filled)}, верных {formatCount(valid)}, проверьте {formatCount(doubtful)},
          разных {formatCount(distinct)}
          <br />
          {examples.join(', ')}
          <DoubtfulValues column={column} />
        </small>
      </th>
      <td>
        <Select
          className="auto nowrap"
          aria-label={`Что в колонке ${label}`}
          value={shownKind}
          disabled={dropped === 'passport'}
          onChange={event =>
            changeColumn(label, event.target.value === NOT_STORED ? null : (event.target.value as FieldKind))
          }
        >
          {KINDS.map(([key, title]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
          <option value={NOT_STORED}>Не загружать</option>
        </Select>
        {!isLeftOut && <PartyChoice column={column} />}
        <br />
        <small>{reasonOf(column, chosen !== undefined)}</small>
      </td>
      <td className="num mid">{formatCount(filled)}</td>
      <td className="num mid">{formatCount(valid)}</td>
      <td className="num mid">{formatCount(doubtful)}</td>
      <td className="num mid">{formatCount(distinct)}</td>
      <td className="mid soft">
        {examples.join(', ')}
        <DoubtfulValues column={column} />
      </td>
    </tr>
  )
}

/** Of a column that says something of the whole row it is nobody's. */
function PartyChoice({ column: { label, party } }: { column: PreviewColumn }) {
  const chosen = ownValue(useStore($corrections).parties, label)
  if (party === null) return null
  return <PartySelect label={label} value={chosen ?? party} onChange={next => changeParty(label, next)} />
}

/** Values that are stored as they are, though they are not what the column holds. */
const DoubtfulValues = ({ column: { doubtful_examples } }: { column: PreviewColumn }) =>
  doubtful_examples.map(({ line, value, reason }) => (
    <span key={line} className="small">
      <br />
      проверьте: {quoted(value)} (строка {line}, {reason})
    </span>
  ))

/** Why it is taken for this. */
function reasonOf({ evidence, confidence, dropped, is_id }: PreviewColumn, isCorrected: boolean): string {
  if (dropped === 'passport') return 'паспорт не разрешает её хранить'
  if (dropped === 'map' || isCorrected) return 'выбрано вами'
  if (evidence === 'none' && is_id) return 'по ней узнаются исправленные строки'
  const words = EVIDENCE_LABELS[evidence]
  return evidence === 'none' || evidence === 'source' ? words : `${words}, ${percent(confidence)}`
}
