import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ServiceSettings } from '#shared/contracts/admin/settings.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Addresses } from './Addresses.tsx'
import { settings } from './settings-store.ts'
import { Terms } from './Terms.tsx'
import { TermsHistory } from './TermsHistory.tsx'

export const SettingsPage = () => (
  <AdminShell section="settings">
    <Settings />
  </AdminShell>
)

function Settings() {
  const load = useStore(settings.$load)
  useEffect(() => {
    settings.load()
  }, [])
  return (
    <div className="stack loose">
      <SectionTitle>{sectionTitle('settings')}</SectionTitle>
      {load.step === 'failed' && <Failure text={load.text} onRetry={settings.load} />}
      {load.step === 'loading' && <Waiting />}
      {load.step === 'ready' && (
        <>
          <Terms settings={load.data} />
          <div className="split even">
            <Addresses settings={load.data} />
            <Notified admins={load.data.telegram_admins} />
          </div>
          <TermsHistory />
        </>
      )}
    </div>
  )
}

const Notified = ({ admins }: { admins: ServiceSettings['telegram_admins'] }) => (
  <Card title="Администраторы с Telegram">
    {admins.length === 0 ? (
      <p className="soft">
        Никто не указал Telegram Chat ID. Администратор задаёт его в <a href="/profile">личном кабинете</a>.
      </p>
    ) : (
      <Rows boxed aria-label="Администраторы с Telegram">
        {admins.map(({ id, username, telegram_chat_id }) => (
          <li className="row apart" key={id}>
            <a href={`/admin/user?id=${id}`}>{username}</a>
            <code>{telegram_chat_id}</code>
          </li>
        ))}
      </Rows>
    )}
  </Card>
)

const Waiting = () => (
  <Card title="Курс" aria-busy>
    <p>
      <Skeleton chars={60} />
    </p>
    <p>
      <Skeleton chars={40} />
    </p>
  </Card>
)
