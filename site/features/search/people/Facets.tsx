import { useStore } from '@nanostores/react'
import { memo, useMemo, useState } from 'react'
import type { Results } from '#site/features/search/records/results-view.ts'
import { peopleWithText, type View } from '#site/features/search/view.ts'
import { $joined, $view, toggleChoice } from '#site/features/search/view-store.ts'
import { usePart } from '#site/lib/use-part.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight } from '#site/ui/icons/acts.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { type Band, MARKS } from './bands.ts'
import { type FacetOption, type FacetView, facetsOf } from './facet-options.ts'
import type { Facet, Years } from './facets.ts'
import { $isSideOpen } from './people-store.ts'

const YearRange = laterPart(async () => (await import('./YearRange.tsx')).YearRange)

/** More years than this are a range, and not a list. */
const YEARS_LISTED = 8
const AT_FIRST = 6
/** A facet with this many values is folded at first where others are open. */
const OPEN = new Set(['band', 'year', 'patronymic', 'region', 'sex'])

interface FacetsProps {
  results: Results
  /** What is counted under; a box shows what was pressed before it is counted. */
  view: View
  /** «4 человека»: who passes. */
  found: string
}

/** What narrows the people, free of charge, with how many are left. Without a column of its own it unfolds and is folded. */
export const Facets = memo(({ results, view, found }: FacetsProps) => {
  const isOpen = useStore($isSideOpen)
  const joined = useStore($joined)
  const facets = useMemo(
    () => facetsOf(results, peopleWithText(results, view.text), view, joined),
    [results, view, joined]
  )
  if (facets.length === 0) return null
  return (
    <aside className="side" data-open={isOpen ? '' : undefined} aria-label="Уточнить список">
      <div className="facets">
        {facets.map(facet => (
          <OneFacet key={facet.facet} view={facet} results={results} years={view.years} />
        ))}
      </div>
      <p className="fold">
        <Button kind="primary" onClick={fold}>
          Показать: {found}
        </Button>
      </p>
    </aside>
  )
})

/** The focus goes back to what unfolds it. */
function fold(): void {
  $isSideOpen.set(false)
  document.querySelector<HTMLElement>('.bands > [aria-expanded]')?.focus()
}

interface OneFacetProps {
  view: FacetView
  results: Results
  years: Years | null
}

function OneFacet({ view: { facet, title, options }, results, years }: OneFacetProps) {
  const [isWhole, setWhole] = useState(false)
  const isRange = facet === 'year' && options.length > YEARS_LISTED
  // What nobody is left with would only take the place of what narrows further.
  const listed = options.filter(({ value, count, on }) => on || (count > 0 && !(isRange && value !== '')))
  const drawn = isWhole ? listed : listed.filter(({ on }, at) => on || at < AT_FIRST)
  const rest = listed.length - drawn.length
  return (
    <details open={OPEN.has(facet)}>
      <summary>
        {title}
        <Icon of={IconChevronRight} turn />
      </summary>
      {isRange && <Later part={YearRange} waiting={<div className="hist" />} props={{ options, years }} />}
      <ul>
        {drawn.map(option => (
          <li key={option.value}>
            <Option facet={facet} option={option} results={results} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="link small"
          onClick={({ currentTarget }) => {
            const list = currentTarget.previousElementSibling
            setWhole(true)
            // The button is gone by then: the keyboard goes on with what it has brought.
            requestAnimationFrame(() => list?.querySelectorAll('input')[drawn.length]?.focus())
          }}
        >
          Ещё {rest}
        </button>
      )}
    </details>
  )
}

interface OptionProps {
  facet: Facet
  option: FacetOption
  results: Results
}

function Option({ facet, option, results }: OptionProps) {
  const { value, count } = option
  const isChosen = usePart($view, ({ choices }) => choices[facet]?.includes(value) ?? false)
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={() => toggleChoice(facet, value)} />
      <Title facet={facet} option={option} results={results} />
      <b>{count}</b>
    </label>
  )
}

function Title({ facet, option, results }: OptionProps) {
  if (facet === 'band')
    return (
      <span className="match" data-match={MARKS[option.value as Band]}>
        {option.title}
      </span>
    )
  const number = facet === 'source' && results.numbers.get(option.value)
  return (
    <span>
      {number && <span className="src">{number}</span>} {option.title}
    </span>
  )
}
