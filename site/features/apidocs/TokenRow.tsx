import { useState } from 'react'
import type { TokenItem } from '#shared/contracts/tokens.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { endPrevious, rotateToken } from './tokens-store.ts'

/** The form of a token's limits comes with the first press. */
const loadLimits = () => loadCode(() => import('./TokenLimits.tsx'))

const timeOf = (moment: string) => moscowTime(new Date(moment))

/** A token: what it is called, how long and from where it is good, and what can be done with it. */
export function TokenRow({ item, onRemove }: { item: TokenItem; onRemove(): void }) {
  const [limits, setLimits] = useState<Awaited<ReturnType<typeof loadLimits>>>()
  const open = () =>
    loadLimits().then(
      code => setLimits(code),
      error => tell(errorText(error))
    )
  const facts = [
    `создан ${timeOf(item.created_at)}`,
    item.last_used === null ? 'ещё не использован' : `использован ${timeOf(item.last_used)}`,
    item.expires_at && `до ${timeOf(item.expires_at)}`,
    item.purpose && `цель: ${item.purpose.title}`,
    item.networks && `только с ${item.networks.join(', ')}`
  ]
  return (
    <li className="stack tight">
      <div className="row">
        {item.title && <b>{item.title}</b>}
        <code>{item.token}</code>
        <span className="small muted">{facts.filter(Boolean).join(', ')}</span>
        <span className="row tight push">
          <Button size="s" aria-label={`Настроить токен ${item.token}`} onClick={open}>
            Настроить
          </Button>
          {item.previous_until === null && (
            <Button size="s" aria-label={`Сменить токен ${item.token}`} onClick={() => rotateToken(item)}>
              Сменить
            </Button>
          )}
          <Button kind="quiet" size="s" shape="icon" label={`Удалить токен ${item.token}`} onClick={onRemove}>
            <Icon of={IconTrash} />
          </Button>
        </span>
      </div>
      {item.previous_until && (
        <p className="row small soft">
          <span>Прежний токен действует до {timeOf(item.previous_until)}.</span>
          <Button size="s" onClick={() => endPrevious(item)}>
            Закончить прежний
          </Button>
        </p>
      )}
      {limits && <limits.TokenLimits item={item} onClose={() => setLimits(undefined)} />}
    </li>
  )
}
