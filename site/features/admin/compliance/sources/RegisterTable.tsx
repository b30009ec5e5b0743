/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { IndexView } from '#shared/contracts/admin/indices.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { dayText } from '#shared/texts/day.ts'
import { daysText } from '#shared/texts/days.ts'
import { sourceHref } from '#site/features/admin/indices/index-links.ts'
import { endsThisMonth } from '#site/features/admin/indices/index-words.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Table } from '#site/ui/Table.tsx'
import { noAnswerReason } from './register.ts'

const COLUMNS = [
  'Источник',
  'Вид и происхождение',
  'Основание',
  'Ответственный',
  'Хранение',
  'Пересмотр до',
  'Отвечает'
].map(title => ({ title }))
const NOT_SAID = 'не указано'

export const RegisterTable = ({ indices }: { indices: readonly IndexView[] }) => (
  <Table folds columns={COLUMNS} label="Источники и их паспорта">
    {indices.map(index => (
      <Source key={index.name} index={index} />
    ))}
  </Table>
)

function Source({ index }: { index: IndexView }) {
  const { name, title, answers, passport } = index
  const { kind, origin, basis, controller, retention_days, keep_until, review_due } = passport
  return (
    <tr role="row">
      <th role="rowheader" scope="row" style={{ minInlineSize: '11rem' }}>
        <a href={sourceHref(name)}>{title}</a>
        <small className="note-of">
          <code>{name}</code>
        </small>
      </th>
      <td role="cell" data-l="Вид и происхождение">
        {kind ? SOURCE_KINDS[kind] : NOT_SAID}, {origin ? SOURCE_ORIGINS[origin] : NOT_SAID}
      </td>
      <td role="cell" data-l="Основание">
        {basis ? SOURCE_BASES[basis] : NOT_SAID}
      </td>
      <td role="cell" data-l="Ответственный">
        {controller ?? NOT_SAID}
      </td>
      <td role="cell" data-l="Хранение" className="nowrap">
        {retention_days === null ? NOT_SAID : daysText(retention_days)}
        {keep_until && <small className="note-of nowrap">до {dayText(keep_until)}</small>}
      </td>
      <td role="cell" data-l="Пересмотр до" className="nowrap">
        {review_due ? dayText(review_due) : NOT_SAID}{' '}
        {endsThisMonth(passport) && <Badge tone="ochre">скоро</Badge>}
      </td>
      <td role="cell" data-l="Отвечает" className="whole">
        {answers ? <Badge tone="moss">да</Badge> : <Badge tone="red">нет</Badge>}
        {!answers && <small className="note-of">{noAnswerReason(index)}</small>}
      </td>
    </tr>
  )
}
