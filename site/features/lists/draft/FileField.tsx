import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconX } from '#site/ui/icons/acts.ts'
import { IconUpload } from '#site/ui/icons/upload.ts'
import { dropDraft, takeFile } from './draft-store.ts'

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json'

export const ChosenFile = ({ name, rows }: { name: string; rows: number | undefined }) => (
  <div className="chosen-file">
    <Icon of={IconUpload} />
    <div>
      <b>{name}</b>
      <br />
      {rows !== undefined && <span className="small soft">строк: {formatCount(rows)}</span>}
    </div>
    <Button kind="quiet" size="s" shape="icon" label="Убрать файл" onClick={dropDraft}>
      <Icon of={IconX} />
    </Button>
  </div>
)

export function FileDropZone() {
  const take = (file: File | undefined) => file && takeFile({ file, columns: null, label: null, sheet: null })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same by keys
    <div
      className="drop"
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <Icon of={IconUpload} />
      <p>
        <b>Или файл</b>
      </p>
      <p className="small soft">CSV, TSV, XLSX или NDJSON. Можно перетащить сюда</p>
      <label className="button" htmlFor="list-file">
        Выбрать файл
      </label>
      <input
        className="sr"
        id="list-file"
        type="file"
        accept={ACCEPTED}
        onChange={event => take(event.target.files?.[0])}
      />
    </div>
  )
}
