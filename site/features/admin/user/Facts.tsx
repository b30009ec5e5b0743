import type { ReactNode } from 'react'
import type { UserAnswer } from '#shared/contracts/admin/users.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { BalanceText, NO_LOGIN } from '#site/features/admin/users/UserWords.tsx'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { Card } from '#site/ui/Card.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'

const DAYS: Forms = ['день', 'дня', 'дней']

/** Who it is, and how much they search; what they search for is nobody's to read. */
export function Facts({ answer: { user, history, second_step: ways } }: { answer: UserAnswer }) {
  const account: [string, ReactNode][] = [
    ['Номер', user.id],
    ['Роль', user.role],
    ['Запросов', <BalanceText key="balance" user={user} />],
    ['Токенов API', formatCount(user.token_count)],
    ['Второй шаг входа', ways.length > 0 ? 'настроен' : 'нет'],
    ['Telegram Chat ID', user.telegram_chat_id ?? 'нет'],
    ['Создан', moscowTime(new Date(user.created_at))],
    ['Последний вход', user.last_login_at ? moscowTime(new Date(user.last_login_at)) : NO_LOGIN]
  ]
  const searches: [string, ReactNode][] = [
    ['Поисков', formatCount(history.searches)],
    ['Из них через API', formatCount(history.via_api)],
    ['Без результата', formatCount(history.empty)],
    ['Последний', history.last_at_str ?? 'не было']
  ]
  return (
    <div className="split even">
      <Pairs title="Учётная запись" rows={account} />
      <Pairs
        title="Поиски"
        rows={searches}
        note={`Считано по журналу за ${counted(history.kept_days, DAYS)}. Что искали, здесь не показывается.`}
      />
    </div>
  )
}

interface PairsProps {
  title: string
  rows: readonly [string, ReactNode][]
  note?: string
}

const Pairs = ({ title, rows, note }: PairsProps) => (
  <Card title={title}>
    <dl className="pairs">
      {rows.map(([name, value]) => [
        <dt className="muted" key={`${name} name`}>
          {name}
        </dt>,
        <dd key={name}>{value}</dd>
      ])}
    </dl>
    {note && <p className="small muted">{note}</p>}
  </Card>
)

const WAITING: [string, ReactNode][] = ['a', 'b', 'c', 'd'].map(key => [
  key,
  <Skeleton key={key} chars={14} />
])

export const WaitingFacts = () => (
  <div className="split even" aria-busy>
    {['Учётная запись', 'Поиски'].map(title => (
      <Card title={title} key={title}>
        {WAITING.map(([key, skeleton]) => (
          <p key={key}>{skeleton}</p>
        ))}
      </Card>
    ))}
  </div>
)
