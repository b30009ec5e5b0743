import type { User } from '#shared/contracts/auth.ts'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { LinkButton } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'

export function Balance({ user }: { user: User }) {
  const endless = user.role === ROLE_INFINITY
  return (
    <section className="card stack" aria-labelledby="balance">
      <dl className="stat">
        <dt id="balance">Осталось запросов</dt>
        <dd>
          {endless ? '∞' : formatCount(user.requests_count)}
          <small>{endless ? 'без ограничений' : 'один поиск стоит один запрос'}</small>
        </dd>
      </dl>
      <p className="row">
        {user.can_top_up && TOP_UP_HREF && (
          <LinkButton href={TOP_UP_HREF}>
            <Icon of={IconPlus} />
            Пополнить
          </LinkButton>
        )}
        <LinkButton href="/history" kind="quiet">
          История
        </LinkButton>
      </p>
    </section>
  )
}
