import { useEffect, useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { OUTCOME_FILTERS } from '#shared/labels/lists.ts'
import { VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Affix } from '#site/ui/form/Affix.tsx'
import { IconFilter } from '#site/ui/icons/acts.ts'
import type { RowsFilter } from './list-calls.ts'

/** Typing is over when nothing was typed for so long. */
const TYPED_MS = 300

interface FiltersProps {
  list: List
  filter: RowsFilter
  /** That of the rows which have come: what is pressed says what is shown. */
  shown: RowsFilter
  onChange(filter: RowsFilter): void
}

/** Which rows are shown. */
export function Filters({ list, filter, shown, onChange }: FiltersProps) {
  const [find, setFind] = useState('')
  useEffect(() => setFind(filter.find), [filter.find])
  useEffect(() => {
    if (find === filter.find) return
    const timer = setTimeout(() => onChange({ ...filter, find }), TYPED_MS)
    return () => clearTimeout(timer)
  }, [find, filter, onChange])
  const countOf = (outcomes: RowsFilter['outcomes']) =>
    outcomes.reduce((sum, outcome) => sum + (list.outcomes[outcome] ?? 0), 0)
  return (
    <div className="tools filters" data-open>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that filter are no fields of a form */}
      <div className="bands" role="group" aria-label="Вывод системы">
        <button
          type="button"
          aria-pressed={shown.outcomes.length === 0}
          onClick={() => onChange({ ...filter, outcomes: [] })}
        >
          Все <b>{formatCount(list.rows)}</b>
        </button>
        {OUTCOME_FILTERS.filter(({ outcomes }) => countOf(outcomes) > 0).map(({ title, outcomes }) => (
          <button
            key={title}
            type="button"
            aria-pressed={shown.outcomes.join() === outcomes.join()}
            onClick={() => onChange({ ...filter, outcomes })}
          >
            {title} <b>{formatCount(countOf(outcomes))}</b>
          </button>
        ))}
      </div>
      <label className="sr" htmlFor="list-find">
        Найти в списке
      </label>
      <Affix
        icon={IconFilter}
        id="list-find"
        type="search"
        placeholder="Строка или метка"
        autoComplete="off"
        value={find}
        onChange={event => setFind(event.target.value)}
      />
      <label className="sr" htmlFor="own-verdict">
        Ваш вывод
      </label>
      <select
        className="input auto"
        id="own-verdict"
        value={filter.verdict ?? ''}
        onChange={event =>
          onChange({ ...filter, verdict: (event.target.value || null) as RowsFilter['verdict'] })
        }
      >
        <option value="">Ваш вывод: любой</option>
        <option value="none">ещё нет</option>
        {Object.entries(VERDICT_WORDS.person).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <p className="small soft" role="status">
        Ваших выводов {formatCount(list.verdicts)} из {formatCount(list.answered)}.
      </p>
    </div>
  )
}
