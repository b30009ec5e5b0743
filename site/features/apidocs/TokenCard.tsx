import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { TOKENS_PER_ACCOUNT, TOKENS_PER_ADMIN } from '#shared/constants.ts'
import type { TokenItem } from '#shared/contracts/tokens.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { FORM_REFUSALS } from '#shared/rules/form-refusals.ts'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Value } from '#site/ui/Value.tsx'
import { TokenRow } from './TokenRow.tsx'
import { $createError, $isCreating, $newToken, createToken, deleteToken, tokens } from './tokens-store.ts'

export function TokenCard() {
  const load = useStore(tokens.$load)
  const session = useStore($session)
  const isCreating = useStore($isCreating)
  const createError = useStore($createError)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    tokens.load()
  }, [])
  const most =
    session.step === 'in' && session.user.role === ROLE_ADMIN ? TOKENS_PER_ADMIN : TOKENS_PER_ACCOUNT
  const count = load.step === 'ready' ? load.data.length : 0
  const isFull = count >= most

  async function remove(item: TokenItem) {
    // The button goes with its row.
    if (await deleteToken(item)) card.current?.querySelector<HTMLElement>('header button')?.focus()
  }

  return (
    <section className="card" id="token" aria-labelledby="token-title" ref={card}>
      <header className="row apart">
        <h2 id="token-title">Токен</h2>
        <Button size="s" busy={isCreating} disabled={load.step !== 'ready' || isFull} onClick={createToken}>
          <Icon of={IconPlus} />
          Создать токен
        </Button>
      </header>
      <div className="stack">
        <NewToken />
        {createError && <Banner tone="red">{createError}</Banner>}
        {load.step === 'failed' ? (
          <Failure text={load.text} onRetry={tokens.load} />
        ) : (
          <Rows boxed aria-busy={load.step === 'loading' || undefined}>
            {load.step === 'loading' && (
              <li className="row">
                <Skeleton chars={14} />
              </li>
            )}
            {load.step === 'ready' && count === 0 && <li className="row soft">Токенов пока нет</li>}
            {load.step === 'ready' &&
              load.data.map(item => <TokenRow key={item.id} item={item} onRemove={() => remove(item)} />)}
          </Rows>
        )}
        <p className="small muted">
          {isFull && most === TOKENS_PER_ACCOUNT
            ? FORM_REFUSALS.TOKEN_EXISTS
            : `Не больше ${most}. Токен тратит запросы с вашего баланса: не показывайте его другим.`}
        </p>
      </div>
    </section>
  )
}

function NewToken() {
  const newToken = useStore($newToken)
  const place = useRef<HTMLDivElement>(null)
  // The button that made it may be disabled now; what comes next is to copy it.
  useEffect(() => {
    if (newToken) place.current?.querySelector('button')?.focus()
  }, [newToken])
  if (!newToken) return null
  return (
    <Banner tone="moss">
      <p>
        <b>{newToken.isNext ? 'Токен сменён.' : 'Токен создан.'}</b> Скопируйте его сейчас: целиком он больше
        не появится.
      </p>
      <div ref={place}>
        <Value label="Скопировать токен">{newToken.token}</Value>
      </div>
    </Banner>
  )
}
