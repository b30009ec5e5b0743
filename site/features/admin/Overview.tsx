import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SECTION_NOTES } from '#shared/labels/admin-notes.ts'
import { ADMIN_SECTIONS, type SectionName } from '#shared/labels/admin-sections.ts'
import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import { Failure } from '#site/features/admin/parts/Failure.tsx'
import type { Drawing } from '#site/ui/Icon.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChartBar, IconCreditCard, IconDatabase, IconSend, IconUsers } from '#site/ui/icons/admin.ts'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import { IconAdjustments, IconHistory, IconNews, IconReport } from '#site/ui/icons/places.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { AdminShell } from './AdminShell.tsx'
import { figures, loadFigures, overview } from './overview-store.ts'

const ICONS: Record<SectionName, Drawing> = {
  users: IconUsers,
  payments: IconCreditCard,
  settings: IconAdjustments,
  statistics: IconChartBar,
  telegram: IconSend,
  'ip-exceptions': IconShieldCheck,
  indices: IconDatabase,
  news: IconNews,
  compliance: IconReport,
  audit: IconHistory
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
              <Icon of={ICONS[name]} /> {title}
            </h2>
            <p className="soft">{SECTION_NOTES[name]}</p>
            <Figure name={name} />
          </a>
        ))}
      </div>
    </div>
  )
}

function Figure({ name }: { name: SectionName }) {
  const load = useStore(figures[name])
  if (load.step === 'loading') {
    return (
      <p>
        <Skeleton chars={18} />
      </p>
    )
  }
  return <p>{load.step === 'ready' ? load.data : '—'}</p>
}
