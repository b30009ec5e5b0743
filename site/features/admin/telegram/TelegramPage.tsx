import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Accounts, Counts, WaitingPool } from './Accounts.tsx'
import { pool } from './telegram-store.ts'

export const TelegramPage = () => (
  <AdminShell section="telegram">
    <Telegram />
  </AdminShell>
)

function Telegram() {
  const load = useStore(pool.$load)
  useEffect(() => {
    pool.load()
  }, [])
  return (
    <div className="stack loose">
      <SectionTitle
        acts={
          <div className="row">
            <Button size="s" disabled>
              Добавить аккаунт
            </Button>
            <Button size="s" disabled>
              Проверить статус
            </Button>
            <span className="small muted">появятся позже</span>
          </div>
        }
      >
        {sectionTitle('telegram')}
      </SectionTitle>
      {load.step === 'failed' && <Failure text={load.text} onRetry={pool.load} />}
      {load.step === 'loading' && <WaitingPool />}
      {load.step === 'ready' && (
        <>
          <Counts pool={load.data} />
          <Accounts title="Действующие аккаунты" accounts={load.data.accounts_list} />
          <Accounts title="Ограниченные аккаунты" accounts={load.data.limited_list} />
        </>
      )}
    </div>
  )
}
