import type { ListedUser, UserSession } from '#shared/contracts/admin/users.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { endAllSessions, endSession } from './user-store.ts'

interface SessionsProps {
  user: ListedUser
  sessions: readonly UserSession[]
}

/** Where the user is signed in. The session that asks is not ended from here: it has «Выйти». */
export function Sessions({ user, sessions }: SessionsProps) {
  const others = sessions.filter(session => !session.is_current)
  return (
    <Card
      flush
      title="Сеансы"
      action={
        <Button
          size="s"
          kind="danger"
          disabled={others.length === 0}
          onClick={() => endAllSessions(user, others.length)}
        >
          Закончить все
        </Button>
      }
    >
      {sessions.length === 0 ? (
        <p className="pad soft">Открытых сеансов нет.</p>
      ) : (
        <Rows>
          {sessions.map(session => (
            <li className="row apart" key={session.id}>
              <div className="grow">
                Открыт {session.created_at_str} {session.is_current && <Badge tone="petrol">этот</Badge>}
                <br />
                <small className="muted">последний раз виден {session.last_seen_at_str}</small>
              </div>
              {!session.is_current && (
                <Button
                  size="s"
                  aria-label={`Закончить сеанс, открытый ${session.created_at_str}`}
                  onClick={() => endSession(user, session)}
                >
                  Закончить
                </Button>
              )}
            </li>
          ))}
        </Rows>
      )}
    </Card>
  )
}
