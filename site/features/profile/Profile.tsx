import { useStore } from '@nanostores/react'
import type { User } from '#shared/contracts/auth.ts'
import { NAV_WEBHOOKS } from '#shared/labels/nav.ts'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { Card } from '#site/ui/Card.tsx'
import { ChatId } from './ChatId.tsx'
import { Password } from './Password.tsx'
import { UsualPurpose } from './UsualPurpose.tsx'

export const Profile = () => (
  <Shell>
    <Account />
  </Shell>
)

function Account() {
  const session = useStore($session)
  if (session.step !== 'in') return null
  const { user } = session
  return (
    <div className="stack loose calm">
      <h1>Личный кабинет</h1>
      <Facts user={user} />
      <Password username={user.username} />
      <a className="card stack tight" href={NAV_WEBHOOKS.href}>
        <h2>{NAV_WEBHOOKS.title}</h2>
        <p className="soft">
          Список готов, платёж зачислен, запросы кончаются: программа узнает об этом сама.
        </p>
      </a>
      {user.search_purpose && <UsualPurpose usual={user.search_purpose} />}
      {user.role === ROLE_ADMIN && <ChatId value={user.telegram_chat_id ?? ''} />}
    </div>
  )
}

const Facts = ({ user }: { user: User }) => (
  <Card title="Учётная запись">
    <dl className="pairs">
      <dt>Имя пользователя</dt>
      <dd>{user.username}</dd>
      <dt>Роль</dt>
      <dd>{user.role}</dd>
      <dt>Осталось запросов</dt>
      <dd>{user.role === ROLE_INFINITY ? 'без ограничений' : formatCount(user.requests_count)}</dd>
    </dl>
  </Card>
)
