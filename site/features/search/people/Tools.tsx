import { useStore } from '@nanostores/react'
import { memo, useId, useMemo } from 'react'
import { whoText } from '#shared/texts/who.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count } from '#site/features/search/texts.ts'
import type { FilteredAnswer } from '#site/features/search/view.ts'
import { $view, changeView, choose, clearView } from '#site/features/search/view-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconFilter } from '#site/ui/icons/acts.ts'
import { IconAdjustments } from '#site/ui/icons/places.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { BANDS, bandOf, bandText, isLongList, MARKS } from './bands.ts'
import { ORDERS, type OrderKey } from './order.ts'
import { $isSideOpen } from './people-store.ts'

const KeyBar = laterPart(async () => (await import('#site/features/search/keys/KeyBar.tsx')).KeyBar)

interface ToolsProps {
  results: Results
  filtered: FilteredAnswer
}

/** How well people fit, with their numbers; the filter of people and records; the order. */
export const Tools = memo(({ results, filtered }: ToolsProps) => {
  const { text, choices, order } = useStore($view)
  const isSideOpen = useStore($isSideOpen)
  const status = useId()
  const { persons } = results.answer
  const counts = useMemo(() => {
    const isLong = isLongList(results)
    return Map.groupBy(results.answer.persons, person => bandOf(person, isLong))
  }, [results])
  const pressed = choices.band?.length === 1 ? choices.band[0] : undefined
  return (
    <>
      <div className="tools" data-open={isSideOpen ? '' : undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a legend */}
        <div className="bands" role="group" aria-label="Вывод">
          {persons.length > 1 && (
            <button type="button" aria-expanded={isSideOpen} onClick={() => $isSideOpen.set(!isSideOpen)}>
              <Icon of={IconAdjustments} />
              Уточнить
            </button>
          )}
          <button type="button" aria-pressed={!choices.band} onClick={() => choose('band', [])}>
            Все <b>{persons.length}</b>
          </button>
          {BANDS.filter(band => counts.has(band)).map(band => (
            <button
              type="button"
              key={band}
              aria-pressed={pressed === band}
              onClick={() => choose('band', pressed === band ? [] : [band])}
            >
              <span className="match" data-match={MARKS[band]}>
                {bandText(band)}
              </span>{' '}
              <b>{counts.get(band)?.length}</b>
            </button>
          ))}
        </div>
        <label className="sr" htmlFor="within">
          Фильтр по людям и записям
        </label>
        <Affix
          icon={IconFilter}
          id="within"
          type="search"
          placeholder="Найти в ответе"
          aria-describedby={status}
          value={text}
          onChange={event => changeView({ text: event.target.value })}
        />
        <Select
          className="auto order"
          aria-label="Порядок людей"
          value={order.by}
          onChange={event => {
            const by = event.target.value as OrderKey
            changeView({ order: { by, isDown: by !== 'born' } })
          }}
        >
          {Object.entries(ORDERS).map(([by, title]) => (
            <option key={by} value={by}>
              {title}
            </option>
          ))}
        </Select>
        <Later
          part={KeyBar}
          props={{ answer: results.answer }}
          waiting={<span className="keys no-print" />}
        />
      </div>
      <p className={filtered.isNarrowed ? 'row tight small soft' : 'sr'} id={status} role="status">
        {filtered.isNarrowed && (
          <>
            Показано: {whoText(filtered.people)} из {persons.length}, {count(filtered.records, 'record')} из{' '}
            {results.answer.results_count}
            <Button size="s" kind="quiet" onClick={clearView}>
              Показать все
            </Button>
          </>
        )}
      </p>
    </>
  )
})
