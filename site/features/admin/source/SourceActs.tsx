import { useStore } from '@nanostores/react'
import {
  $busyIndex,
  deleteIndex,
  disableIndex,
  enableIndex
} from '#site/features/admin/indices/index-acts.ts'
import { PassportBadges } from '#site/features/admin/indices/PassportBadges.tsx'
import { counted, RECORDS } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { $isDeleted, followSource, type Source, source } from './source-store.ts'

/** What it is, and what can be done with all of it. */
export function SourceActs({ index }: { index: Source }) {
  const isBusy = useStore($busyIndex) !== null
  const note = index.lost_note ?? index.prepare_note
  async function remove() {
    // What is gone is not read again; somebody else may have deleted it.
    if (await deleteIndex(index, async () => undefined)) $isDeleted.set(true)
    else await followSource()
  }
  return (
    <div className="row apart">
      <div className="row">
        <code className="soft">{index.name}</code>
        <span>{counted(index.records, RECORDS)}</span>
        {index.status === 'disabled' && <Badge>{index.loading ? 'идёт загрузка' : 'отключён'}</Badge>}
        <PassportBadges index={index} />
        {note && <small>{note}</small>}
      </div>
      <div className="row">
        {index.status === 'active' ? (
          <Button busy={isBusy} onClick={() => disableIndex(index, source.refresh)}>
            Отключить
          </Button>
        ) : (
          <Button busy={isBusy} onClick={() => enableIndex(index, source.refresh)}>
            Включить
          </Button>
        )}
        <Button kind="danger" busy={isBusy} onClick={remove}>
          Удалить
        </Button>
      </div>
    </div>
  )
}
