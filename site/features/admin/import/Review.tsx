import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ShownImport } from '#shared/contracts/admin-imports.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import { Failure } from '#site/features/admin/parts/Failure.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { rowsText } from './amounts.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { dropImport } from './import-store.ts'
import { changeReading, preview, recallCorrections } from './order-store.ts'
import { Reading } from './Reading.tsx'
import { Start } from './Start.tsx'

const AS_FOUND = { encoding: null, delimiter: null, header: null, sheet: null }

/** What an import would do, to be corrected before it starts. */
export function Review({ job }: { job: ShownImport }) {
  const load = useStore(preview.$load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the same import changes nothing here
  useEffect(() => {
    recallCorrections(job)
    preview.load()
  }, [job.id])
  if (load.step === 'failed')
    return (
      <>
        <Failure text={load.text} onRetry={preview.load} />
        <p className="row">
          <Button onClick={() => changeReading(AS_FOUND)}>Прочитать без исправлений</Button>
          <Drop job={job} />
        </p>
      </>
    )
  if (load.step === 'loading' || !load.data)
    return <Wait>Файл просматривается. Большой файл занимает до минуты.</Wait>
  const { preview: found, needs_passport } = load.data
  return (
    <>
      <Warnings found={found} />
      <Reading found={found} />
      <ColumnTable columns={found.columns} />
      <Rejects found={found} />
      <Start job={job} needsPassport={needs_passport} extra={<Drop job={job} />} />
    </>
  )
}

const Drop = ({ job }: { job: ShownImport }) => (
  <Button kind="danger" onClick={() => dropImport(job)}>
    Отказаться от файла
  </Button>
)

const Warnings = ({ found: { warnings } }: { found: ImportPreview }) =>
  warnings.map(({ code, text }) => (
    <Banner key={`${code} ${text}`} tone="ochre" isStill>
      {text}
    </Banner>
  ))

const Rejects = ({ found: { rejects, rejected } }: { found: ImportPreview }) =>
  rejected > 0 && (
    <Card title={`Не читаются: ${rowsText(rejected)}`}>
      <ul className="stack tight">
        {rejects.map(({ line, reason }) => (
          <li key={line}>
            Строка {line}: {reason}
          </li>
        ))}
      </ul>
    </Card>
  )
