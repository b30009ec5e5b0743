import type { ReactNode } from 'react'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'

/** What a list is narrowed by beside the search: «Статус», and the word for all of it. */
export interface FilterChoice<Field extends string = string> {
  field: Field
  label: string
  all: string
  options: readonly { value: string; title: string }[]
}

interface FilterBarProps {
  /** Of the ids of its fields. */
  name: string
  /** «Найти платёж». */
  label: string
  placeholder: string
  choices: readonly FilterChoice[]
  /** What is set, by field; the search is `search`. */
  values: Record<string, string | number>
  onChange: (change: Record<string, string>) => void
  /** More fields, in the same line. */
  children?: ReactNode
}

/** Over a list: a search and what else it is narrowed by. */
export const FilterBar = ({
  name,
  label,
  placeholder,
  choices,
  values,
  onChange,
  children
}: FilterBarProps) => (
  <header className="row">
    <div className="grow">
      <label className="sr" htmlFor={`${name}-search`}>
        {label}
      </label>
      <Affix
        icon={IconSearch}
        id={`${name}-search`}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={values.search}
        onChange={event => onChange({ search: event.target.value })}
      />
    </div>
    {choices.map(choice => (
      <Select
        key={choice.field}
        className="auto"
        aria-label={choice.label}
        value={values[choice.field]}
        onChange={event => onChange({ [choice.field]: event.target.value })}
      >
        <option value="">{choice.all}</option>
        {choice.options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
    ))}
    {children}
  </header>
)
