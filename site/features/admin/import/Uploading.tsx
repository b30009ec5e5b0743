import { useStore } from '@nanostores/react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Progress } from '#site/ui/Progress.tsx'
import { bytesText, durationText } from './amounts.ts'
import { FileDropZone } from './FileDropZone.tsx'
import { deleteImportFile } from './import-acts.ts'
import { $upload, forgetFile, hasFile, pauseUpload, resumeUpload, type Upload } from './upload-store.ts'

/** How far a file has come. It can rest, and goes on from there, also after the page was left. */
export function Uploading({ job }: { job: ImportView }) {
  const upload = useStore($upload)
  const isSending = upload.step === 'sending' || upload.step === 'waiting'
  const received = Math.max(upload.received, job.received)
  async function remove() {
    pauseUpload()
    if (await deleteImportFile(job)) forgetFile()
  }
  return (
    <>
      <Card title={`Файл ${job.file_name}`}>
        <div className="stack">
          <Progress label="Передано на сервер" value={received} max={job.size} />
          <p role="status">
            {bytesText(received)} из {bytesText(job.size)}
            {wordsOf(upload, job.size - received)}
          </p>
          {upload.step === 'waiting' && (
            <Banner tone="ochre" icon="wait">
              Связь прервалась. Передача продолжится сама.
            </Banner>
          )}
          <p className="row">
            {isSending && <Button onClick={pauseUpload}>Приостановить</Button>}
            {!isSending && hasFile() && (
              <Button kind="primary" onClick={resumeUpload}>
                Продолжить
              </Button>
            )}
            <Button kind="danger" onClick={remove}>
              Отказаться от файла
            </Button>
          </p>
        </div>
      </Card>
      {!isSending && !hasFile() && <FileDropZone wanted={job.file_name} />}
      {!isSending && hasFile() && upload.step === 'failed' && <Banner tone="red">{upload.text}</Banner>}
    </>
  )
}

function wordsOf({ step, bytesPerSecond }: Upload, missing: number): string {
  if (step === 'paused') return ', приостановлено'
  if (step !== 'sending' || !bytesPerSecond) return ''
  return `, ${bytesText(bytesPerSecond)}/с, осталось ${durationText(missing / bytesPerSecond)}`
}
