import { useStore } from '@nanostores/react'
import type { Results } from '#site/features/search/records/results-view.ts'
import { $picked } from '#site/features/search/view-store.ts'
import { compareHref, reportHref } from '#site/lib/search-links.ts'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { nameOf } from './people-view.ts'

/** The marked people, and what can be done with them. */
export function Picked({ results: { answer } }: { results: Results }) {
  const ids = useStore($picked)
  if (ids.length === 0) return null
  const [a, b] = ids
  const people = answer.persons.filter(({ id }) => ids.includes(id))
  return (
    <section className="picked no-print" aria-label="Отмеченные люди">
      <b>Отмечено: {people.length}</b>
      <span className="desk small">{people.map(nameOf).join('; ')}</span>
      {a && b && people.length === 2 && (
        <LinkButton kind="primary" size="s" href={compareHref(answer.search_id, a, b)}>
          Сравнить
        </LinkButton>
      )}
      <LinkButton size="s" href={reportHref(answer.search_id, ids)}>
        В отчёт
      </LinkButton>
      <Button kind="quiet" size="s" onClick={() => $picked.set([])}>
        Снять отметки
      </Button>
    </section>
  )
}
