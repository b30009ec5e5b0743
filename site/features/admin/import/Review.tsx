import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { rowsText } from './amounts.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { deleteImportFile } from './import-acts.ts'
import {
  $corrections,
  $queuePosition,
  apply,
  isHopeless,
  NONE,
  preview,
  recallCorrections
} from './order-store.ts'
import { Reading } from './Reading.tsx'
import { Start } from './Start.tsx'

/** What an import would do, to be corrected before it starts. */
export function Review({ job }: { job: ImportView }) {
  const load = useStore(preview.$load)
  const isCorrected = useStore($corrections) !== NONE
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the same import changes nothing here
  useEffect(() => {
    recallCorrections(job)
    preview.load()
  }, [job.id])
  if (load.step === 'failed')
    return (
      <>
        {isHopeless(load) ? (
          <Banner tone="red">{load.text}</Banner>
        ) : (
          <Failure text={load.text} onRetry={preview.load} />
        )}
        <p className="row">
          {isCorrected && <Button onClick={() => apply(NONE)}>Прочитать без исправлений</Button>}
          <Drop job={job} />
        </p>
      </>
    )
  if (load.step === 'loading' || !load.data) return <Looking />
  const { preview: shown, needs_passport } = load.data
  return (
    <>
      <Warnings preview={shown} />
      <Reading preview={shown} />
      <ColumnTable preview={shown} />
      <Rejects preview={shown} />
      {isHopeless(load) ? (
        <p>
          <Drop job={job} />
        </p>
      ) : (
        <Start job={job} preview={shown} needsPassport={needs_passport} extra={<Drop job={job} />} />
      )}
    </>
  )
}

function Looking() {
  const turn = useStore($queuePosition)
  return (
    <Wait>
      {turn === null
        ? 'Файл просматривается. Большой файл занимает до минуты.'
        : `Файл ждёт просмотра, он ${turn}-й в очереди.`}
    </Wait>
  )
}

const Drop = ({ job }: { job: ImportView }) => (
  <Button kind="danger" onClick={() => deleteImportFile(job)}>
    Отказаться от файла
  </Button>
)

const Warnings = ({ preview: { warnings } }: { preview: ImportPreview }) =>
  warnings.map(({ code, text }) => (
    <Banner key={`${code} ${text}`} tone="ochre" isStill>
      {text}
    </Banner>
  ))

const Rejects = ({ preview: { rejects, rejected } }: { preview: ImportPreview }) =>
  rejected > 0 && (
    <Card title={`Будут отклонены целиком: ${rowsText(rejected)}`}>
      <ul className="stack tight">
        {rejects.map(({ line, reason }) => (
          <li key={line}>
            Строка {line}: {reason}
          </li>
        ))}
      </ul>
    </Card>
  )
