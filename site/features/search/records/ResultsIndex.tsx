import { useStore } from '@nanostores/react'
import type { Person } from '#shared/contracts/person.ts'
import { cardsOf } from '#site/features/search/people/people-view.ts'
import { relativesOf } from '#site/features/search/people/related-view.ts'
import { Affix } from '#site/ui/form/Affix.tsx'
import { IconFilter } from '#site/ui/icons/acts.ts'
import type { Results } from './results-view.ts'
import { $filteredSources, $filters, changeFilters, setOpen } from './view-store.ts'

const TITLED_ON_A_PHONE = 6

/** The filter of the records and the way to every part of the answer. */
export function ResultsIndex({ results, chosen }: { results: Results; chosen: Person | null }) {
  const { text, source } = useStore($filters)
  const shown = new Map(useStore($filteredSources).map(({ key, records }) => [key, records.length]))
  // On a phone a long list of titles would push the people off the screen: the numbers stay.
  const titled = results.sources.length <= TITLED_ON_A_PHONE
  const related = chosen ? relativesOf(chosen, results).length : 0
  return (
    <aside className="index" aria-label="Указатель результатов">
      <label className="sr" htmlFor="within">
        Фильтр по результатам
      </label>
      <Affix
        icon={IconFilter}
        id="within"
        type="search"
        placeholder="Фильтр записей"
        value={text}
        onChange={event => changeFilters({ text: event.target.value })}
      />
      <nav aria-label="Разделы и источники">
        <ul className="desk">
          <li>
            <a href="#people">
              Люди<b>{cardsOf(results).length}</b>
            </a>
          </li>
          <li>
            <a href="#summary">Сводка</a>
          </li>
          {related > 0 && (
            <li>
              <a href="#related">
                Связанные лица<b>{related}</b>
              </a>
            </li>
          )}
        </ul>
        <ol>
          {results.sources.map(({ key, number, title }) => (
            <li key={key}>
              <a
                href={`#s${number}`}
                className={shown.has(key) ? undefined : 'muted'}
                title={title}
                aria-current={key === source || undefined}
                onClick={() => setOpen(key, true)}
              >
                <span className="key">{number}</span>
                {titled ? (
                  <span>{title}</span>
                ) : (
                  <>
                    <span className="sr">{title}</span>
                    <span className="desk" aria-hidden="true">
                      {title}
                    </span>
                  </>
                )}
                <b>{shown.get(key) ?? 0}</b>
              </a>
            </li>
          ))}
          {results.failed.map(({ key, title }) => (
            <li key={key}>
              <a className="muted" href="#main">
                <span className="key">!</span>
                <span>{title}, нет ответа</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </aside>
  )
}
