import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { IconAdjustments } from '#site/ui/icons/places.ts'

export const AdministrationCard = () => (
  <a className="card" href={NAV_ADMIN.href}>
    <h2>
      <Icon of={IconAdjustments} /> Администрирование
    </h2>
    <p className="soft">Пользователи, платежи, источники, настройки и статистика</p>
  </a>
)
