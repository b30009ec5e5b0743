import { useStore } from '@nanostores/react'
import { useEffect, useSyncExternalStore } from 'react'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { COMPLIANCE_TABS } from './tabs.ts'

const TABS = COMPLIANCE_TABS.map(({ component, ...tab }) => ({
  ...tab,
  code: createLoad(() => loadCode(component))
}))
type TabCode = (typeof TABS)[number]['code']

export const CompliancePage = () => (
  <AdminShell section="compliance">
    <Compliance />
  </AdminShell>
)

/** The address says which tab is open: a link to one opens it, and coming back does. */
function Compliance() {
  const hash = useSyncExternalStore(
    onAddress,
    () => location.hash,
    () => ''
  )
  const chosen = Math.max(
    0,
    TABS.findIndex(({ name }) => hash === `#${name}`)
  )
  const choose = (index: number) => location.replace(`#${TABS[index]?.name}`)
  const title = sectionTitle('compliance')
  return (
    <div className="stack">
      <SectionTitle>{title}</SectionTitle>
      <Tabs
        label={title}
        choice={[chosen, choose]}
        tabs={TABS.map((tab, index) => ({
          title: tab.title,
          panel: index === chosen && (
            <div className="gap">
              <Panel code={tab.code} />
            </div>
          )
        }))}
      />
    </div>
  )
}

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

function Panel({ code }: { code: TabCode }) {
  useEffect(() => {
    if (code.$load.get().step !== 'ready') code.load()
  }, [code])
  const load = useStore(code.$load)
  if (load.step === 'failed') return <Failure text={load.text} onRetry={() => location.reload()} />
  return load.step === 'loading' ? <Wait>Загрузка...</Wait> : <load.data />
}
