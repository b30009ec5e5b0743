import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'

interface FilterBarProps {
  /** Of the ids of its fields. */
  name: string
  /** «Найти платёж». */
  label: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  /** What the list is narrowed by beside the search, «Статус», and the word for all of it. */
  choice: string
  all: string
  options: readonly { value: string; title: string }[]
  value: string
  onChoose: (value: string) => void
}

/** Over a list: a search and one choice. */
export const FilterBar = ({
  name,
  label,
  placeholder,
  search,
  onSearch,
  choice,
  all,
  options,
  value,
  onChoose
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
        value={search}
        onChange={event => onSearch(event.target.value)}
      />
    </div>
    <label className="sr" htmlFor={`${name}-choice`}>
      {choice}
    </label>
    <Select
      className="auto"
      id={`${name}-choice`}
      value={value}
      onChange={event => onChoose(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map(({ value: key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </Select>
  </header>
)
