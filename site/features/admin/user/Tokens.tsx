import type { UserAnswer } from '#shared/contracts/admin/users.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { Card } from '#site/ui/Card.tsx'
import { Rows } from '#site/ui/Rows.tsx'

/** The tokens of a user, of which no more is known than these signs. */
export const Tokens = ({ tokens }: Pick<UserAnswer, 'tokens'>) => (
  <Card flush title="Токены API">
    {tokens.length === 0 ? (
      <p className="pad soft">Токенов нет.</p>
    ) : (
      <Rows>
        {tokens.map(({ id, token, created_at, last_used }) => (
          <li key={id}>
            <code>{token}</code>
            <br />
            <small className="muted">
              создан {moscowTime(new Date(created_at))},{' '}
              {last_used ? `последний вызов ${moscowTime(new Date(last_used))}` : 'вызовов не было'}
            </small>
          </li>
        ))}
      </Rows>
    )}
  </Card>
)
