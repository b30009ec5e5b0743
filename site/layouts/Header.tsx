import { useStore } from '@nanostores/react'
import type { User } from '#shared/contracts/auth.ts'
import {
  type HistoryLinkName,
  NAV,
  NAV_HISTORY_LINKS,
  type NavName,
  TOP_UP_HREF
} from '#shared/labels/nav.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { LinkButton } from '#site/ui/Button.tsx'
import type { Drawing } from '#site/ui/Icon.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus, IconSearch } from '#site/ui/icons/acts.ts'
import { IconAdjustments, IconHistory, IconHome } from '#site/ui/icons/places.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Bell, Count } from './Bell.tsx'
import { Brand } from './Brand.tsx'
import { UserMenu } from './UserMenu.tsx'

const ICONS: Record<NavName, Drawing> = {
  dashboard: IconHome,
  search: IconSearch,
  history: IconHistory,
  admin: IconAdjustments
}

/** The bar over every signed-in page. What depends on the person keeps its place until they are known. */
export function Header({
  page,
  keptPage
}: {
  page: NavName | undefined
  keptPage: HistoryLinkName | undefined
}) {
  const session = useStore($session)
  const user = session.step === 'in' ? session.user : undefined
  const ended = user?.lists?.ended ?? 0
  return (
    <div>
      <header className="top">
        <div>
          <Brand href="/dashboard" />
          <nav aria-label="Разделы">
            <ul>
              {NAV.filter(link => !link.role || link.role === user?.role).map(link => (
                <li key={link.name}>
                  <a href={link.href} aria-current={currentOf(link.name, page, keptPage)}>
                    <Icon of={ICONS[link.name]} />
                    {link.title}
                    {link.name === 'history' && <Count of={ended} />}
                  </a>
                </li>
              ))}
              {NAV_HISTORY_LINKS.slice(1).map(({ name, href, title }) => (
                <li key={name} className="roomy-only">
                  <a href={href} aria-current={name === keptPage ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {user ? (
            <Credits user={user} />
          ) : (
            <p className="credits push" aria-hidden="true">
              <Skeleton chars={6} />
            </p>
          )}
          {user?.can_top_up && (
            <LinkButton size="s" href={TOP_UP_HREF}>
              <Icon of={IconPlus} />
              Пополнить
            </LinkButton>
          )}
          {user && <Bell count={ended} />}
          {user && <UserMenu user={user} />}
        </div>
      </header>
      {keptPage && <KeptBar keptPage={keptPage} ended={ended} />}
    </div>
  )
}

/** Of the history's own tab, whichever of what is kept is open. */
const currentOf = (name: NavName, page: NavName | undefined, keptPage: HistoryLinkName | undefined) => {
  if (name !== page) return undefined
  return keptPage === undefined || keptPage === name ? 'page' : 'true'
}

const KeptBar = ({ keptPage, ended }: { keptPage: HistoryLinkName; ended: number }) => (
  <nav className="subnav no-print" aria-label="История и списки">
    <ul>
      {NAV_HISTORY_LINKS.map(({ name, href, title }) => (
        <li key={name}>
          <a href={href} aria-current={name === keptPage ? 'page' : undefined}>
            {title}
            {name === 'lists' && <Count of={ended} />}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

function Credits({ user }: { user: User }) {
  const endless = user.role === ROLE_INFINITY
  const label = `Осталось запросов: ${endless ? 'без ограничений' : formatCount(user.requests_count)}`
  const words = (
    <>
      <span className="desk">Запросов </span>
      <b>{endless ? '∞' : formatCount(user.requests_count)}</b>
    </>
  )
  return user.can_top_up ? (
    <a className="credits push" href={TOP_UP_HREF} aria-label={label}>
      {words}
    </a>
  ) : (
    <p className="credits push">
      <span className="sr">{label}</span>
      <span aria-hidden="true">{words}</span>
    </p>
  )
}
