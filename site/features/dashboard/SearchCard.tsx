import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { WHAT_TO_TYPE } from '#shared/labels/sources.ts'
import { LongLine, longLineId } from '#site/layouts/LongLine.tsx'
import { NoCredits, useNoCredits } from '#site/layouts/NoCredits.tsx'
import { Chip } from '#site/ui/Chip.tsx'
import { pasteLines } from '#site/ui/form/paste-lines.ts'
import { SearchBox } from '#site/ui/form/SearchBox.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { examples } from './dashboard-store.ts'

/** The search line of the home page: it opens the search with what was typed. */
export function SearchCard() {
  const [query, setQuery] = useState('')
  const noCredits = useNoCredits()
  return (
    <section className="stack" aria-label="Поиск">
      <SearchBox
        action="/search"
        label="Поисковый запрос"
        submit="Найти"
        disabled={query.trim() === ''}
        describedBy={longLineId(query) ?? noCredits}
        input={{
          name: 'q',
          value: query,
          onChange: event => setQuery(event.target.value),
          onPaste: pasteLines,
          placeholder: 'ФИО, дата рождения, телефон, e-mail, ИНН',
          'aria-invalid': longLineId(query) !== undefined || undefined
        }}
      />
      <LongLine line={query} />
      <NoCredits />
      <Examples
        onTry={line => {
          setQuery(line)
          document.querySelector<HTMLInputElement>('.ask input')?.focus()
        }}
      />
    </section>
  )
}

/** About as wide as a name with a date, and the name in other spellings. */
const WAITING_CHARS = [34, 24, 23]

function Examples({ onTry }: { onTry: (line: string) => void }) {
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
              <Chip title={label} onClick={() => onTry(query)}>
                {query}
              </Chip>
            </li>
          ))}
    </ul>
  )
}
