import { useStore } from '@nanostores/react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import type { BatchView } from '#shared/contracts/admin/indices.ts'
import { rejectsHref } from '#site/features/admin/import/imports.ts'
import { indexErrorText } from '#site/features/admin/indices/index-calls.ts'
import { importPageHref } from '#site/features/admin/indices/index-links.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { counted, formatCount, RECORDS } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { BATCH_STATES, percent } from './batch-words.ts'
import { $busyBatch, type Source } from './source-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Файл', lead: true },
  { title: 'Новых', num: true, hide: 'mid' },
  { title: 'Изменено', num: true, hide: 'mid' },
  { title: 'Без изменений', num: true, hide: 'mid' },
  { title: 'Отклонено', num: true, hide: 'mid' },
  { title: 'Исключено', num: true, hide: 'mid' },
  { title: 'Действия', silent: true }
]

interface BatchesProps {
  index: Source
  /** Those in the browser. */
  imports: readonly ImportView[]
}

/** What each load brought, newest first. */
export const Batches = ({ index: { name, adopted, batches }, imports }: BatchesProps) => (
  <Card flush title="Загрузки" action={<span className="small muted">{formatCount(batches.length)}</span>}>
    {batches.length === 0 ? (
      <p className="pager">
        {adopted
          ? `Скопировать к себе: bun run import <источник> --from-index ${name}`
          : 'Загрузок ещё не было.'}
      </p>
    ) : (
      <Table columns={COLUMNS} label="Загрузки">
        {batches.map(batch => (
          <BatchRow
            key={batch.id}
            batch={batch}
            job={imports.find(({ batch_id }) => batch_id === batch.id)}
          />
        ))}
      </Table>
    )}
  </Card>
)

function BatchRow({ batch, job }: { batch: BatchView; job: ImportView | undefined }) {
  const { id, file_name, state, started_at_str, undo_progress, undo_note } = batch
  const busyId = useStore($busyBatch)
  const { tone, text } = BATCH_STATES[state]
  const undoing =
    state === 'done' && batch.added > 0 && batch.changed === 0
      ? `Убрать ${counted(batch.added, RECORDS)}`
      : 'Отменить'
  const figures = [batch.added, batch.changed, batch.same, batch.rejected, batch.suppressed]
  return (
    <tr>
      <th scope="row">
        {file_name}
        <small className="row tight">
          {started_at_str}
          <Badge tone={tone}>
            {text}
            {state === 'undoing' && undo_progress !== null && `, ${percent(undo_progress)}`}
          </Badge>
        </small>
        {state === 'undoing' && undo_note && <small>{undo_note}</small>}
        {job && <ImportLinks job={job} />}
        <small className="slim">{figuresText(figures)}</small>
      </th>
      {figures.map((figure, place) => (
        <td className="num mid" key={COLUMNS[place + 1]?.title}>
          {formatCount(figure)}
        </td>
      ))}
      <td className="acts">
        {(state === 'done' || state === 'running') && (
          <Button
            kind="quiet"
            size="s"
            busy={busyId === id}
            aria-label={`${undoing}: загрузка ${file_name}, ${started_at_str}`}
            onClick={() => undo(batch)}
          >
            {undoing}
          </Button>
        )}
      </td>
    </tr>
  )
}

const undo = (batch: BatchView) =>
  loadCode(() => import('./undo-batch.ts')).then(
    ({ undoBatch }) => undoBatch(batch),
    error => showNotice('red', indexErrorText(error, ''))
  )

/** To the import itself while it is not over, and to what it rejected. */
const ImportLinks = ({ job: { id, state, has_rejects, order } }: { job: ImportView }) => (
  <small className="row tight">
    {state !== 'done' && <a href={importPageHref(id, order?.source)}>Открыть загрузку</a>}
    {has_rejects && (
      <a href={rejectsHref(id)} download>
        Отклонённые строки
      </a>
    )}
  </small>
)

/** In place of the columns that a narrow table has no room for: what is new, and what else is not nothing. */
const figuresText = (figures: readonly number[]) =>
  figures
    .map((figure, place) => `${COLUMNS[place + 1]?.title.toLowerCase()} ${formatCount(figure)}`)
    .filter((_, place) => place === 0 || figures[place])
    .join(', ')
