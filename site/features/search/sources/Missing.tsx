import { useStore } from '@nanostores/react'
import { memo, useEffect, useRef, useState } from 'react'
import { SEARCH_LIVE_MINUTES, TOTAL_EXACT_MAX } from '#shared/constants.ts'
import type { Completeness } from '#shared/contracts/search.ts'
import { clockText } from '#site/features/search/moment-text.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { completenessText } from '#site/features/search/texts.ts'
import { $isMissingWanted } from '#site/features/search/view-store.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { LoadMore } from './LoadMore.tsx'
import { loadAll } from './more-store.ts'

/** What the sources have and the answer does not show, and how to load it for nothing. */
export const Missing = memo(({ results }: { results: Results }) => {
  const answered = useStore($answered)
  const isWanted = useStore($isMissingWanted)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWanted) return
    $isMissingWanted.set(false)
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isWanted])
  const { sources_meta, completeness, searched_at } = results.answer
  const text = completenessText(completeness)
  if (!text || !answered) return null
  const more = results.places.flatMap(({ key }) => {
    const meta = sources_meta[key]
    return meta?.more ? [{ key, meta }] : []
  })
  const until = Date.parse(searched_at) + SEARCH_LIVE_MINUTES * 60_000
  return (
    <section className="card flush" id="more" aria-labelledby="more-t">
      <header className="row apart">
        <h2 id="more-t" tabIndex={-1} ref={heading}>
          Что не показано
        </h2>
        <p className="small muted">{text}. Остальные подходят не лучше показанных</p>
      </header>
      <table className="table">
        <caption className="sr">Полнота по источникам</caption>
        <thead>
          <tr>
            <th scope="col">Источник</th>
            <th scope="col" className="num">
              Показано
            </th>
            <th scope="col" className="num">
              Найдено
            </th>
            <th scope="col" className="acts">
              <span className="sr">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {more.map(({ key, meta }) => (
            <tr key={key}>
              <th scope="row">
                <span className="name">
                  <span className="src">{meta.number}</span>
                  {meta.title}
                </span>
              </th>
              <td className="num">{formatCount(meta.shown)}</td>
              <td className="num">{totalText(meta)}</td>
              <td className="acts">
                <LoadMore source={key} title="Ещё" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="rest">
        <span>Это тот же поиск, загрузка бесплатна. Действует до {clockText(until)}.</span>
        <span className="row tight">
          <LoadMore source="" title="Показать ещё из всех источников" />
          {completeness.total_is_exact && <LoadAll />}
        </span>
      </p>
    </section>
  )
})

/** Of no more than a search can show: it ends. */
function LoadAll() {
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    await loadAll()
    setBusy(false)
  }
  return (
    <Button size="s" busy={isBusy} onClick={load}>
      Загрузить все
    </Button>
  )
}

function totalText({ total, total_is_exact }: Completeness): string {
  if (total_is_exact) return formatCount(total)
  return total < TOTAL_EXACT_MAX ? 'больше' : `более ${formatCount(total)}`
}
