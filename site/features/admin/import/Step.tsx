import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { indices } from '#site/features/admin/indices/indices-store.ts'
import { poll } from '#site/lib/poll.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { bytesText } from './amounts.ts'
import { $isActing, followImport, perform } from './import-acts.ts'
import { $target, $targetHasPage } from './import-store.ts'
import { rejectsHref } from './imports.ts'
import { Outcome } from './Outcome.tsx'
import { continueImport, isHopeless, preview } from './order-store.ts'
import { Review } from './Review.tsx'
import { Running } from './Running.tsx'
import { Target } from './Target.tsx'
import { Uploading } from './Uploading.tsx'

const REFRESH_MS = 1_000

/** What an import has come to, and what can be done with it now. */
export function Step({ job }: { job: ImportView }) {
  const { state } = job
  const target = useStore($target)
  const isMoving = state === 'waiting' || state === 'running'
  useEffect(() => {
    if (!isMoving) return
    let isFirst = true
    return poll(async () => {
      if (!isFirst) await followImport(job.id)
      isFirst = false
      return REFRESH_MS
    })
  }, [isMoving, job.id])
  useEffect(() => {
    indices.load()
  }, [])
  const listed = useStore(indices.$load)
  const isListed = listed.step === 'ready' && listed.data.details.some(({ name }) => name === target)
  useEffect(() => $targetHasPage.set(isListed || state === 'done'), [isListed, state])
  if (isMoving) return <Running job={job} />
  if (state === 'done' || state === 'stopped') return <Outcome job={job} />
  return (
    <>
      {state === 'uploading' && <Uploading job={job} />}
      {state === 'failed' && <Failed job={job} />}
      {state !== 'uploading' && (
        <p>
          Файл <b>{job.file_name}</b>, {bytesText(job.size)}
        </p>
      )}
      <Target fileName={job.file_name} />
      {state !== 'uploading' && target && <Review key={target} job={job} />}
    </>
  )
}

/** As it was, or with what is corrected below. */
function Failed({ job }: { job: ImportView }) {
  const isActing = useStore($isActing)
  const canRepeat = !isHopeless(useStore(preview.$load))
  return (
    <Banner
      tone="red"
      action={
        canRepeat && (
          <Button size="s" busy={isActing} onClick={() => perform(() => continueImport(job))}>
            Повторить
          </Button>
        )
      }
    >
      <p>{job.failure ?? 'Загрузка не удалась'}</p>
      {job.has_rejects && (
        <p>
          <a href={rejectsHref(job.id)} download>
            Скачать отклонённые строки
          </a>
        </p>
      )}
    </Banner>
  )
}
