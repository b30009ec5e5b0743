import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { count, shownText } from '#site/features/search/texts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { NO_FILTERS, ORDERS, type Order } from './filters.ts'
import { LoadMore } from './LoadMore.tsx'
import type { Results } from './results-view.ts'
import { SourceGroup } from './SourceGroup.tsx'
import {
  $filteredSources,
  $filters,
  $openSources,
  $recordsFocus,
  changeFilters,
  clearFilters,
  openByDefault
} from './view-store.ts'

/** The records, a foldable group a source. */
export function Sources({ results }: { results: Results }) {
  const sources = useStore($filteredSources)
  const openSources = useStore($openSources)
  const focusRequests = useStore($recordsFocus)
  const heading = useRef<HTMLHeadingElement>(null)
  const byDefault = openByDefault(sources)
  const shown = shownText(results.answer.completeness)
  const listed = sources.reduce((sum, { records }) => sum + records.length, 0)
  useEffect(() => {
    if (focusRequests > 0) heading.current?.focus()
  }, [focusRequests])

  return (
    <section className="stack" aria-labelledby="sources-t">
      <header className="row apart">
        <h2 id="sources-t" ref={heading} tabIndex={-1}>
          Записи по источникам
        </h2>
        <Controls results={results} />
      </header>
      <FilterStatus results={results} />
      <SkipList count={listed} label={`Пропустить ${count(listed, 'record')}`}>
        {sources.map(source => (
          <SourceGroup
            key={source.key}
            source={source}
            results={results}
            open={openSources[source.key] ?? byDefault.has(source.key)}
          />
        ))}
      </SkipList>
      {shown && <LoadMore source="" shown={shown} title="Показать ещё из всех источников" />}
    </section>
  )
}

function Controls({ results }: { results: Results }) {
  const { source, order } = useStore($filters)
  const sources = results.sources.map(({ key, number, title }) => [key, `${number}. ${title}`] as const)
  return (
    <div className="row tight">
      <Pick
        label="Источник"
        value={source ?? ''}
        options={[['', 'все источники'], ...sources]}
        onPick={key => changeFilters({ source: key || null })}
      />
      <Pick
        label="Порядок"
        value={order}
        options={Object.entries(ORDERS)}
        onPick={value => changeFilters({ order: value as Order })}
      />
    </div>
  )
}

interface PickProps {
  label: string
  value: string
  options: (readonly [value: string, title: string])[]
  onPick: (value: string) => void
}

const Pick = ({ label, value, options, onPick }: PickProps) => (
  <Select className="auto" aria-label={label} value={value} onChange={event => onPick(event.target.value)}>
    {options.map(([option, title]) => (
      <option key={option} value={option}>
        {title}
      </option>
    ))}
  </Select>
)

/** Says that a filter is on and takes it off. */
function FilterStatus({ results }: { results: Results }) {
  const { text, source, person } = useStore($filters)
  const shown = useStore($filteredSources).reduce((sum, { records }) => sum + records.length, 0)
  const on = text !== NO_FILTERS.text || source !== null || person !== null
  const name = results.answer.persons.find(({ id }) => id === person)?.name
  const reset = (
    <Button size="s" onClick={clearFilters}>
      Показать все
    </Button>
  )
  return (
    <>
      <p className={on ? 'row tight small soft' : 'sr'} role="status">
        {on && `Показано ${shown} из ${count(results.records.size, 'fromRecord')}${name ? `: ${name}` : ''}`}
        {on && shown > 0 && reset}
      </p>
      {on && shown === 0 && (
        <Empty icon={IconListSearch} title="Под фильтр не подходит ни одна запись">
          {reset}
        </Empty>
      )}
    </>
  )
}
