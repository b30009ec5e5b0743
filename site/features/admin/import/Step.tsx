import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ShownImport } from '#shared/contracts/admin-imports.ts'
import { repeat } from '#site/lib/repeat.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { $isActing, $target, followImport, perform } from './import-store.ts'
import { Outcome } from './Outcome.tsx'
import { continueImport } from './order-store.ts'
import { Review } from './Review.tsx'
import { Running } from './Running.tsx'
import { Target } from './Target.tsx'
import { Uploading } from './Uploading.tsx'

const REFRESH_MS = 1_000

/** What an import has come to, and what can be done with it now. */
export function Step({ job: known }: { job: ShownImport }) {
  const { state } = known
  const target = useStore($target)
  const isMoving = state === 'waiting' || state === 'running'
  useEffect(() => {
    if (!isMoving) return
    let isFirst = true
    return repeat(async () => {
      if (!isFirst) await followImport(known.id)
      isFirst = false
      return REFRESH_MS
    })
  }, [isMoving, known.id])
  if (isMoving) return <Running job={known} />
  if (state === 'done' || state === 'stopped') return <Outcome job={known} />
  return (
    <>
      {state === 'uploading' && <Uploading job={known} />}
      {state === 'failed' && <Failed job={known} />}
      <Target fileName={known.file_name} />
      {state !== 'uploading' && target && <Review key={target} job={known} />}
    </>
  )
}

/** As it was, or with what is corrected below. */
function Failed({ job: known }: { job: ShownImport }) {
  const isActing = useStore($isActing)
  return (
    <Banner
      tone="red"
      action={
        <Button size="s" busy={isActing} onClick={() => perform(() => continueImport(known))}>
          Повторить
        </Button>
      }
    >
      {known.failure ?? 'Загрузка не удалась'}
    </Banner>
  )
}
