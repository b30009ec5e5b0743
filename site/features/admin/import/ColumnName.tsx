import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { COLUMN_LABEL_MAX_CHARS } from '#shared/constants.ts'
import type { ImportPreview, PreviewColumn } from '#shared/contracts/imports.ts'
import { ownValue } from '#shared/own-value.ts'
import { Input, Select } from '#site/ui/form/Input.tsx'
import { changeName } from './column-names.ts'
import { $corrections } from './order-store.ts'

interface ColumnNameProps {
  column: PreviewColumn
  preview: ImportPreview
}

/** In the list of names: another one is typed. */
const OTHER = ''

/** What a column is called in the source: as it was found, as one that the source has, or otherwise. */
export function ColumnName({ column, preview }: ColumnNameProps) {
  const { names } = useStore($corrections)
  const [isTyping, setTyping] = useState(false)
  const { found, label } = column
  const currentName = ownValue(names, found) ?? found
  const choices = new Set([currentName, found, ...preview.source_columns])
  if (isTyping)
    return (
      <TypedName
        label={`Новое название колонки ${found}`}
        onEnd={typed => {
          setTyping(false)
          changeName(column, typed, preview)
        }}
      />
    )
  return (
    <Select
      className="auto"
      aria-label={`Название колонки ${found}`}
      value={currentName}
      onChange={({ target: { value } }) =>
        value === OTHER ? setTyping(true) : changeName(column, value, preview)
      }
    >
      {[...choices].map(name => (
        <option key={name} value={name}>
          {name}
          {name !== label &&
            name !== found &&
            preview.columns.some(each => each.label === name) &&
            ' (поменять местами)'}
        </option>
      ))}
      <option value={OTHER}>Другое название…</option>
    </Select>
  )
}

/** @param onEnd Hears '' when nothing was typed, or it was given up. */
const TypedName = ({ label, onEnd }: { label: string; onEnd: (name: string) => void }) => (
  <Input
    className="auto"
    size={12}
    autoFocus
    aria-label={label}
    autoComplete="off"
    maxLength={COLUMN_LABEL_MAX_CHARS}
    onBlur={({ target }) => onEnd(target.value.trim())}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Escape') currentTarget.value = ''
      if (key === 'Escape' || key === 'Enter') currentTarget.blur()
    }}
  />
)
