import { useStore } from '@nanostores/react'
import type { AuditChange, AuditEvent } from '#shared/contracts/admin/audit.ts'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import type { Audit } from './audit-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Действие' },
  { title: 'Кто', hide: 'mid' },
  { title: 'Когда', hide: 'mid' }
]

interface AuditListProps {
  audit: Audit
  /** Said in place of a list without events. */
  empty: string
}

/** What was done, newest first, with what it changed. */
export function AuditList({ audit, empty }: AuditListProps) {
  const load = useStore(audit.$load)
  const isBusy = useStore(audit.$busy)
  if (load.step === 'loading') return <WaitingRows columns={COLUMNS} />
  if (load.step === 'failed') return <Failure text={load.text} onRetry={audit.load} />
  const { events, next } = load.data
  if (events.length === 0) return <p className="pad soft">{empty}</p>
  return (
    <>
      <SkipList count={events.length} label="Пропустить действия">
        <Table columns={COLUMNS}>
          {events.map(event => (
            <EventRow key={event.id} event={event} />
          ))}
        </Table>
      </SkipList>
      {next !== null && (
        <p className="pager">
          <Button size="s" busy={isBusy} onClick={audit.more}>
            Показать ещё
          </Button>
        </p>
      )}
    </>
  )
}

function EventRow({ event }: { event: AuditEvent }) {
  const { title, subject, changes, at_str, is_api } = event
  return (
    <tr>
      <th scope="row">
        {title} {is_api && <Badge>API</Badge>}
        {subject !== null && (
          <>
            <br />
            <span className="soft">{subject}</span>
          </>
        )}
        {changes.map(change => (
          <small className="lines" key={change.name}>
            <br />
            {change.name}: {changeText(change)}
          </small>
        ))}
        <small className="slim">
          <Actor {...event} />, {at_str}
        </small>
      </th>
      <td className="mid">
        <Actor {...event} />
      </td>
      <td className="mid nowrap soft">{at_str}</td>
    </tr>
  )
}

/** «100 → 150»; of what is new or gone the one that there is. */
const changeText = ({ before, after }: AuditChange) =>
  before === null ? after : after === null ? `было ${before}` : `${before} → ${after}`

function Actor({ actor, is_system, ip_prefix }: AuditEvent) {
  if (is_system) return 'программа'
  if (actor === null) return ip_prefix ?? 'неизвестно'
  return (
    <>
      {actor.username === null ? (
        `пользователь ${actor.id}, удалён`
      ) : (
        <a href={`/admin/user?id=${actor.id}`}>{actor.username}</a>
      )}
      {ip_prefix && <small> {ip_prefix}</small>}
    </>
  )
}
