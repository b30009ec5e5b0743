import { useState } from 'react'
import type { ImportedAnswer } from '#shared/contracts/admin/suppressions.ts'
import { IMPORT_RESULTS, type ImportResult, SUPPRESSION_REASONS } from '#shared/labels/suppressions.ts'
import { IMPORT_ROWS_MAX } from '#shared/rules/suppression.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Input, Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { exclusions, PATH } from './exclusions-store.ts'
import { rowsOf } from './list-rows.ts'

const FILE_MAX_BYTES = 20 * 1024 * 1024

interface RowResult {
  /** Of the file, with its empty lines. */
  line: number
  result: ImportResult
}

/** Takes over a list of hashes in pieces that fit a call, and says of each row what became of it. */
export function ImportDialog() {
  const [progress, setProgress] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const [results, setResults] = useState<readonly RowResult[] | null>(null)

  async function submit(data: FormData) {
    if (progress !== null) return
    const file = data.get('file')
    setFailure('')
    if (!(file instanceof File) || file.size === 0) return setFailure('Выберите файл')
    if (file.size > FILE_MAX_BYTES) return setFailure('Файл больше 20 МБ')
    const rows = rowsOf(await file.text())
    const grounds = { reason: data.get('reason'), request: data.get('request') }
    const done: RowResult[] = []
    try {
      for (let from = 0; from < rows.length; from += IMPORT_ROWS_MAX) {
        setProgress(`${formatCount(from)} из ${formatCount(rows.length)}`)
        const piece = rows.slice(from, from + IMPORT_ROWS_MAX)
        const body = { rows: piece.map(({ row }) => row), ...grounds }
        const answer = await ask<ImportedAnswer>(`${PATH}/import`, { body, shape: { rows: [] } })
        done.push(...answer.rows.map((result, at) => ({ line: piece[at]?.line ?? 0, result })))
      }
    } catch (error) {
      setFailure(errorText(error))
    }
    setProgress(null)
    // What was taken before a failure stays taken, and the report says so.
    setResults(done)
    await exclusions.refresh()
  }

  if (results && results.length > 0) return <Report results={results} failure={failure} />
  return (
    <Dialog
      title="Загрузить список хешей"
      onClose={closeDialog}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={progress !== null}>
          Загрузить
        </Button>
      }
    >
      <p className="soft">
        Строка файла: <code>вид;хеш</code>, где хеш — base64 от SHA-256 значения, или{' '}
        <code>вид;ключ;отпечаток</code>. Виды: phone, email, inn, snils, passport, name_dob. Файл не
        сохраняется.
      </p>
      <Field label="Файл CSV">{ties => <Input {...ties} name="file" type="file" accept=".csv,.txt" />}</Field>
      <Field label="Причина">
        {ties => (
          <Select {...ties} name="reason">
            {Object.entries(SUPPRESSION_REASONS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField label="Номер обращения" hint="Необязательно" name="request" autoComplete="off" />
      {progress && <p role="status">{progress}</p>}
      {failure && <Banner tone="red">{failure}</Banner>}
    </Dialog>
  )
}

const sheetOf = (results: readonly RowResult[]) => ({
  name: 'Итог',
  columns: [{ title: 'Строка' }, { title: 'Итог' }],
  rows: results.map(({ line, result }) => [line, IMPORT_RESULTS[result]])
})

function Report({ results, failure }: { results: readonly RowResult[]; failure: string }) {
  const counts = Map.groupBy(results, ({ result }) => result)
  const save = () =>
    saveFile(fileName('isklyucheniya', new Date(), 'csv'), 'text/csv;charset=utf-8', csvOf(sheetOf(results)))
  return (
    <Dialog
      title="Список загружен"
      dismiss="Закрыть"
      onClose={closeDialog}
      action={<Button onClick={save}>Итог по строкам, CSV</Button>}
    >
      {failure && (
        <Banner tone="red">
          {failure}. Загружены строки до {formatCount(results.at(-1)?.line ?? 0)}.
        </Banner>
      )}
      <ul>
        {Object.entries(IMPORT_RESULTS).map(([result, title]) => (
          <li key={result}>
            {title}: {formatCount(counts.get(result as ImportResult)?.length ?? 0)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
