import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { WHAT_TO_TYPE } from '#shared/labels/sources.ts'
import { searchHref } from '#site/lib/search-history.ts'
import { LinkChip } from '#site/ui/Chip.tsx'
import { SearchBox } from '#site/ui/form/SearchBox.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { examples } from './dashboard-store.ts'

/** The search line of the home page: it opens the search with what was typed. */
export function SearchCard() {
  const [query, setQuery] = useState('')
  return (
    <section className="stack" aria-label="Поиск">
      <SearchBox
        action="/search"
        label="Поисковый запрос"
        submit="Найти"
        disabled={query.trim() === ''}
        input={{
          name: 'q',
          value: query,
          onChange: event => setQuery(event.target.value),
          placeholder: 'ФИО, дата рождения, телефон, e-mail, ИНН',
          maxLength: QUERY_MAX_CODE_POINTS
        }}
      />
      <Examples />
    </section>
  )
}

/** About as wide as a name, a name with a date, and a phone. */
const WAITING_CHARS = [23, 34, 17]

function Examples() {
  const load = useStore(examples.$load)
  if (load.step === 'failed' || (load.step === 'ready' && load.data.length === 0))
    return <p className="small muted">{WHAT_TO_TYPE}</p>
  return (
    <ul className="row tight small" aria-busy={load.step === 'loading'}>
      <li className="muted">Например</li>
      {load.step === 'loading'
        ? WAITING_CHARS.map(chars => (
            <li className="chip" key={chars}>
              <Skeleton chars={chars} />
            </li>
          ))
        : load.data.map(({ label, query }) => (
            <li key={query}>
              <LinkChip href={searchHref(query)} title={label}>
                {query}
              </LinkChip>
            </li>
          ))}
    </ul>
  )
}
