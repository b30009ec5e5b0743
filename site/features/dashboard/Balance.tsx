import type { User } from '#shared/contracts/auth.ts'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { LinkButton } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'

export function Balance({ user }: { user: User }) {
  const endless = user.role === ROLE_INFINITY
  const topUpHref = user.can_top_up ? TOP_UP_HREF : undefined
  return (
    <section className="card stack" aria-labelledby="balance">
      <dl className="stat">
        <dt id="balance">Осталось запросов</dt>
        <dd>
          {endless ? '∞' : formatCount(user.requests_count)}
          <small>{endless ? 'без ограничений' : `один поиск стоит ${SEARCH_PRICE}`}</small>
        </dd>
      </dl>
      <p className="row">
        {topUpHref && (
          <LinkButton href={topUpHref}>
            <Icon of={IconPlus} />
            Пополнить
          </LinkButton>
        )}
        <LinkButton href="/history" {...(topUpHref && { kind: 'quiet' })}>
          История
        </LinkButton>
      </p>
    </section>
  )
}
