import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'
import { ExceptionTable, WaitingExceptions } from './ExceptionTable.tsx'
import { exceptions } from './exceptions-store.ts'

export const ExceptionsPage = () => (
  <AdminShell section="ip-exceptions">
    <Exceptions />
  </AdminShell>
)

const add = () =>
  openDialog(async () => {
    const { NewException } = await import('./ExceptionDialogs.tsx')
    return <NewException />
  })

function Exceptions() {
  const load = useStore(exceptions.$load)
  useEffect(() => {
    exceptions.load()
  }, [])
  return (
    <div className="stack">
      <SectionTitle
        acts={
          <Button kind="primary" size="s" onClick={add}>
            <Icon of={IconPlus} />
            Добавить исключение
          </Button>
        }
      >
        {sectionTitle('ip-exceptions')}
      </SectionTitle>
      <p className="soft">С активных адресов входят и регистрируются без проверки безопасности.</p>
      <section className="card flush" aria-label="Список исключений">
        {load.step === 'loading' && <WaitingExceptions />}
        {load.step === 'failed' && <Failure text={load.text} onRetry={exceptions.load} />}
        {load.step === 'ready' && <ExceptionTable rows={load.data} />}
      </section>
    </div>
  )
}
