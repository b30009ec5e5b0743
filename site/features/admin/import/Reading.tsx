import { useStore } from '@nanostores/react'
import type { ImportPreview } from '#shared/contracts/imports.ts'
import {
  DELIMITER_LABELS,
  DELIMITER_SIGNS,
  ENCODING_LABELS,
  FORMAT_LABELS,
  namesOwnColumns,
  PACKED_LABELS
} from '#shared/labels/file-formats.ts'
import { Card } from '#site/ui/Card.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { rowsText } from './amounts.ts'
import { $corrections, type Corrections, changeId, changeReading } from './order-store.ts'

type Options = readonly (readonly [value: string, title: string])[]

const ENCODINGS: Options = Object.entries(ENCODING_LABELS)
const DELIMITERS: Options = DELIMITER_SIGNS.map(sign => [sign, DELIMITER_LABELS[sign] ?? `«${sign}»`])

/** How the file is understood as a whole, to be said otherwise. */
export function Reading({ preview }: { preview: ImportPreview }) {
  const { id } = useStore($corrections)
  const { format, packed, encoding, delimiter, sheet, other_sheets, columns } = preview
  const keyLabel = columns.find(({ is_id }) => is_id)?.label ?? ''
  return (
    <Card title="Как прочитан файл">
      <div className="stack">
        <p>
          {[FORMAT_LABELS[format], packed && PACKED_LABELS[packed], headerText(preview)]
            .filter(Boolean)
            .join(', ')}
          . {preview.is_whole ? 'Просмотрен весь файл' : 'Просмотрено начало файла'}: {rowsText(preview.rows)}
          .
        </p>
        <div className="grid roomy">
          {encoding && <Choice label="Кодировка" name="encoding" options={ENCODINGS} value={encoding} />}
          {delimiter && (
            <Choice label="Разделитель" name="delimiter" options={DELIMITERS} value={delimiter} />
          )}
          {sheet && other_sheets.length > 0 && (
            <Choice
              label="Лист"
              name="sheet"
              options={[sheet, ...other_sheets].map(title => [title, title])}
              value={sheet}
            />
          )}
          {!namesOwnColumns(format) && <HeaderLine preview={preview} />}
          <Field label="Ключ записи" hint={preview.id_column}>
            {ties => (
              <Select
                {...ties}
                value={id ?? keyLabel}
                onChange={event => changeId(event.target.value || null)}
              >
                <option value="">Определить по файлу</option>
                {columns.map(({ label }) => (
                  <option key={label} value={label}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
    </Card>
  )
}

const headerText = ({ header_line: line, format }: ImportPreview): string | false => {
  if (namesOwnColumns(format)) return false
  return line === null ? 'без строки заголовков' : `заголовки в строке ${line}`
}

/** Lines at the top of a file that a header is offered in; the one that was found may stand below. */
const OFFERED_LINES = 20

function HeaderLine({ preview: { header_line: line, header_reason: reason } }: { preview: ImportPreview }) {
  const lines = Array.from({ length: Math.max(OFFERED_LINES, line ?? 0) }, (_, at) => at + 1)
  return (
    <Field label="Строка заголовков" hint={reason ?? undefined}>
      {ties => (
        <Select
          {...ties}
          value={line ?? 0}
          onChange={event => changeReading({ header: Number(event.target.value) })}
        >
          <option value={0}>Заголовков нет</option>
          {lines.map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface ChoiceProps {
  label: string
  name: 'encoding' | 'delimiter' | 'sheet'
  options: Options
  value: string
}

const Choice = ({ label, name, options, value }: ChoiceProps) => (
  <Field label={label}>
    {ties => (
      <Select
        {...ties}
        value={value}
        onChange={event => changeReading({ [name]: event.target.value } as Partial<Corrections>)}
      >
        {options.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
