import { useStore } from '@nanostores/react'
import { type DragEvent, useRef, useState } from 'react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconUpload } from '#site/ui/icons/upload.ts'
import { $target } from './import-store.ts'
import { $upload, takeFile } from './upload-store.ts'

const TYPES = '.csv,.tsv,.txt,.ndjson,.jsonl,.json,.vcf,.xlsx,.gz,.zip'

/** Where a file is dropped or chosen; the same file again where its upload was cut. */
export function FileDropZone({ wanted }: { wanted?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useStore($upload)
  const target = useStore($target)
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) takeFile(file)
  }
  return (
    <>
      {upload.step === 'failed' && <Banner tone="red">{upload.text}</Banner>}
      <section
        className="card empty stack tight"
        aria-label="Файл"
        data-chosen={isOver ? '' : undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={IconUpload} />
        <h2>{wanted ? `Выберите тот же файл: ${wanted}` : 'Перетащите файл сюда'}</h2>
        <p className="soft">
          {wanted
            ? 'Загрузка продолжится с того места, где прервалась.'
            : `CSV, TSV, NDJSON, XLSX, vCard или FollowTheMoney, можно сжатые (.gz, .zip), до 2 ГБ.${target ? ` Данные попадут в «${target}».` : ''}`}
        </p>
        <p>
          <Button kind="primary" onClick={() => input.current?.click()}>
            Выбрать файл
          </Button>
          <input
            hidden
            ref={input}
            type="file"
            accept={TYPES}
            onChange={event => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) takeFile(file)
            }}
          />
        </p>
      </section>
    </>
  )
}
