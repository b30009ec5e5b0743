import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { INDICES, sourceHref } from '#site/features/admin/indices/index-links.ts'
import { isFinal } from '#site/features/admin/parts/is-final.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { FileDropZone } from './FileDropZone.tsx'
import { $actFailure, $target, $targetHasPage, job, openAddress } from './import-store.ts'
import { Unfinished } from './Unfinished.tsx'

/** What is shown of a file that has been chosen: nobody needs it before. */
const stepCode = createLoad(() => loadCode(async () => (await import('./Step.tsx')).Step))

export const ImportPage = () => (
  <AdminShell section="indices">
    <Import />
  </AdminShell>
)

/** A file on its way into a source: chosen, uploaded, looked through, loaded. */
function Import() {
  useEffect(openAddress, [])
  const target = useStore($target)
  const hasPage = useStore($targetHasPage)
  const load = useStore(job.$load)
  const failure = useStore($actFailure)
  const shown = load.step === 'ready' ? load.data : undefined
  const isMissing = load.step === 'failed' && isFinal(load.error)
  return (
    <div className="stack loose">
      <SectionTitle back={target && hasPage ? { href: sourceHref(target), title: target } : INDICES}>
        Загрузка данных
      </SectionTitle>
      {failure && (
        <div className="notice">
          <Banner tone="red">{failure}</Banner>
        </div>
      )}
      {load.step === 'failed' && <Failure text={load.text} onRetry={isMissing ? undefined : job.load} />}
      {load.step === 'loading' && <Waiting />}
      {shown && <LaterStep job={shown} />}
      {(isMissing || shown === null) && <Beginning />}
    </div>
  )
}

const Waiting = () => <Wait>Загрузка...</Wait>

const Beginning = () => (
  <>
    <FileDropZone />
    <Unfinished />
  </>
)

/** A browser does not ask again for code that it could not have; a page without a server would be worse than this one. */
async function reloadPage(): Promise<void> {
  await job.load()
  if (job.$load.get().step === 'ready') location.reload()
}

function LaterStep({ job: shown }: { job: ImportView }) {
  useEffect(() => {
    if (stepCode.$load.get().step !== 'ready') stepCode.load()
  }, [])
  const load = useStore(stepCode.$load)
  if (load.step === 'failed') return <Failure text={load.text} onRetry={reloadPage} />
  return load.step === 'loading' ? <Waiting /> : <load.data job={shown} />
}
