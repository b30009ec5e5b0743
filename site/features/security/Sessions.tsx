import type { OwnSession, SessionEntry } from '#shared/contracts/account/security.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { confirmPlace, endOtherSessions, endSession } from './security-store.ts'

const ENTRIES: Record<SessionEntry, string> = {
  password: 'пароль',
  code: 'пароль и код',
  backup: 'пароль и резервный код',
  second_passkey: 'пароль и ключ',
  passkey: 'ключ',
  oidc: 'провайдер входа'
}

const COLUMNS: Column[] = [
  { title: 'Где' },
  { title: 'Вход' },
  { title: 'Последнее действие' },
  { title: 'Адрес' },
  { title: 'Действия', silent: true }
]

function entryOf({ entry, entry_key: key }: OwnSession): string {
  if (entry === null) return '—'
  return key === null ? ENTRIES[entry] : `${ENTRIES[entry]} «${key}»`
}

const deviceOf = ({ device }: OwnSession) => device ?? 'Устройство неизвестно'

/** Where one is signed in. The session that asks has «Выйти» in the menu. */
export function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const others = sessions.length - 1
  return (
    <Card
      flush
      title="Сеансы"
      action={
        <Button size="s" kind="danger" disabled={others === 0} onClick={() => endOtherSessions(others)}>
          Закрыть все, кроме этого
        </Button>
      }
    >
      <Table folds columns={COLUMNS} label="Сеансы">
        {sessions.map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Table>
    </Card>
  )
}

const SessionRow = ({ session }: { session: OwnSession }) => (
  <tr>
    <th scope="row">
      <b>{deviceOf(session)}</b> {session.is_current && <Badge tone="petrol">этот сеанс</Badge>}
      {session.is_new_place && <Badge tone="ochre">новое место</Badge>}
    </th>
    <td data-l="Вход">{entryOf(session)}</td>
    <td data-l="Последнее действие" className="nowrap">
      {session.is_current ? 'сейчас' : session.last_seen_at_str}
    </td>
    <td data-l="Адрес" className="nowrap">
      {session.network ?? '—'}
    </td>
    <td className="acts">
      {!session.is_current && (
        <Button
          kind="quiet"
          size="s"
          aria-label={`Закрыть сеанс: ${deviceOf(session)}, ${session.last_seen_at_str}`}
          onClick={() => endSession(session)}
        >
          Закрыть
        </Button>
      )}
    </td>
  </tr>
)

/** Asks of every session from a place that was never used whether it was the owner. */
export const NewPlaces = ({ sessions }: { sessions: readonly OwnSession[] }) =>
  sessions
    .filter(session => session.is_new_place)
    .map(session => (
      <Banner
        key={session.id}
        tone="ochre"
        action={
          <div className="row tight">
            <Button size="s" onClick={() => confirmPlace(session)}>
              Это я
            </Button>
            {!session.is_current && (
              <Button size="s" kind="danger" onClick={() => endSession(session)}>
                Закрыть сеанс
              </Button>
            )}
          </div>
        }
      >
        <b>
          Вход с нового места: {deviceOf(session)}, {session.network}, {session.created_at_str}.
        </b>{' '}
        Если это не вы, закройте этот сеанс и смените пароль.
      </Banner>
    ))
