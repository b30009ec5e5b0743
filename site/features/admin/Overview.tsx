import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import { ADMIN_SECTIONS, type SectionName } from '#shared/labels/admin-sections.ts'
import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import type { Load } from '#site/lib/load-store.ts'
import { Failure } from '#site/ui/Failure.tsx'
import type { Drawing } from '#site/ui/Icon.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChartBar, IconCreditCard, IconDatabase, IconSend, IconUsers } from '#site/ui/icons/admin.ts'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import { IconAdjustments, IconHistory, IconNews, IconReport } from '#site/ui/icons/places.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { AdminShell } from './AdminShell.tsx'
import { figures, loadFigures, overview } from './overview-store.ts'

/** What the card of a section says; its figure is in `overview-store.ts`, if it has one. */
const CARDS: Record<SectionName, readonly [icon: Drawing, note: string]> = {
  users: [IconUsers, 'Роли, баланс, пароли'],
  payments: [IconCreditCard, 'Подтверждение, проверка и состояние сетей'],
  settings: [IconAdjustments, 'Курс, бонус и исключённые IP'],
  statistics: [IconChartBar, 'Скорость поиска по источникам'],
  telegram: [IconSend, 'Аккаунты мессенджера'],
  'ip-exceptions': [IconShieldCheck, 'Адреса без проверки безопасности'],
  indices: [IconDatabase, 'Источники поиска и загрузка данных'],
  news: [IconNews, 'Лента на главной странице'],
  compliance: [IconReport, 'Исключённые люди и целость журнала'],
  audit: [IconHistory, 'Кто, что и когда сделал']
}

export const Overview = () => (
  <AdminShell denial={GUARD_TEXTS.adminsOnly}>
    <Sections />
  </AdminShell>
)

/** The pages of the administration, each with its one figure. */
function Sections() {
  const load = useStore(overview.$load)
  useEffect(loadFigures, [])
  return (
    <div className="stack loose">
      <h1>{NAV_ADMIN.title}</h1>
      {load.step === 'failed' && <Failure text={load.text} onRetry={loadFigures} />}
      <div className="grid roomy">
        {ADMIN_SECTIONS.map(({ name, href, title }) => (
          <a className="card stack tight" key={name} href={href}>
            <h2>
              <Icon of={CARDS[name][0]} /> {title}
            </h2>
            <p className="soft">{CARDS[name][1]}</p>
            {figures[name] && <Figure figure={figures[name]} />}
          </a>
        ))}
      </div>
    </div>
  )
}

function Figure({ figure }: { figure: ReadableAtom<Load<string>> }) {
  const load = useStore(figure)
  if (load.step === 'loading') {
    return (
      <p>
        <Skeleton chars={18} />
      </p>
    )
  }
  return <p>{load.step === 'ready' ? load.data : '—'}</p>
}
