import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { User } from '#shared/contracts/auth.ts'
import { NAV_API, NAV_PROFILE, NAV_SECURITY } from '#shared/labels/nav.ts'
import { logout } from '#site/lib/session-store.ts'
import { $theme, chooseTheme, readTheme, THEMES } from '#site/lib/theme.ts'
import { Button } from '#site/ui/Button.tsx'
import { Choice } from '#site/ui/form/Choice.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconLogout } from '#site/ui/icons/acts.ts'
import { IconApi, IconShield, IconUser } from '#site/ui/icons/places.ts'
import { Menu } from '#site/ui/Menu.tsx'

const MENU_ID = 'me'

/** The avatar and its menu: profile, API, theme, logout. */
export function UserMenu({ user }: { user: User }) {
  const theme = useStore($theme)
  useEffect(readTheme, [])
  return (
    <>
      <Button
        size="s"
        shape="round"
        popoverTarget={MENU_ID}
        aria-label={`Меню пользователя ${user.username}`}
      >
        {user.username.charAt(0).toUpperCase()}
      </Button>
      <Menu id={MENU_ID}>
        <p className="small muted">
          {user.username}, {user.role}
        </p>
        <a href={NAV_PROFILE.href}>
          <Icon of={IconUser} />
          {NAV_PROFILE.title}
        </a>
        <a href={NAV_SECURITY.href}>
          <Icon of={IconShield} />
          {NAV_SECURITY.title}
        </a>
        <a href={NAV_API.href}>
          <Icon of={IconApi} />
          {NAV_API.title}
        </a>
        <hr />
        <Choice label="Тема" options={THEMES} value={theme} onChoose={chooseTheme} />
        <hr />
        <button type="button" onClick={logout}>
          <Icon of={IconLogout} />
          Выйти
        </button>
      </Menu>
    </>
  )
}
