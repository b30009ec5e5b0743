import { useStore } from '@nanostores/react'
import { memo, useEffect, useMemo } from 'react'
import { count } from '#site/features/search/texts.ts'
import { useWide } from '#site/features/search/use-wide.ts'
import { $openSources, setSourcesOpen } from '#site/features/search/view-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { SkipList } from '#site/ui/SkipList.tsx'
import { highlightTermsOf } from './highlight.ts'
import { drawnByDefault, openByDefault } from './open-sources.ts'
import type { Results, SourceView } from './results-view.ts'
import { SourceGroup } from './SourceGroup.tsx'

interface SourcesProps {
  results: Results
  /** What the filter leaves of them. */
  sources: readonly SourceView[]
  isNarrowed: boolean
}

/** The records, a foldable group a source. */
export const Sources = memo(({ results, sources, isNarrowed }: SourcesProps) => {
  useEffect(settleFoot, [])
  const openSources = useStore($openSources)
  const terms = useMemo(() => highlightTermsOf(results.answer.readings), [results.answer.readings])
  const byDefault = openByDefault(sources, isNarrowed, useWide())
  const drawn = drawnByDefault(sources)
  const isOpen = ({ key }: SourceView) => openSources[key] ?? byDefault.has(key)
  const areAllOpen = sources.every(isOpen)
  const listed = sources.reduce((sum, { records }) => sum + records.length, 0)
  const empty = results.places.filter(({ state }) => state === 'empty')
  return (
    <section id="records" className="stack tight" aria-labelledby="sources-t">
      <header className="row apart">
        <h2 id="sources-t" tabIndex={-1}>
          Записи по источникам
        </h2>
        {empty.length > 0 && (
          <p className="small muted">
            {empty.length > 1 ? 'Ответили, но записей нет, источники' : 'Ответил, но записей нет, источник'}{' '}
            {empty.map(({ number }) => number).join(', ')}
          </p>
        )}
        {sources.length > 1 && (
          <Button
            kind="quiet"
            size="s"
            onClick={() =>
              setSourcesOpen(
                sources.map(({ key }) => key),
                !areAllOpen
              )
            }
          >
            {areAllOpen ? 'Свернуть все' : 'Раскрыть все'}
          </Button>
        )}
      </header>
      <SkipList count={listed} label={`Пропустить ${count(listed, 'record')}`}>
        {sources.map(source => (
          <SourceGroup
            key={source.key}
            source={source}
            results={results}
            terms={terms}
            open={isOpen(source)}
            isDrawn={drawn.has(source.key)}
          />
        ))}
      </SkipList>
      {sources.length === 0 && <p className="soft">Под фильтр не подходит ни одна запись.</p>}
    </section>
  )
})

/**
 * Below the records the foot of the page waits for nothing more. The styles must not look through all of them for what is
 * busy: at every press they would.
 */
function settleFoot() {
  const foot = document.querySelector('.foot')
  foot?.toggleAttribute('data-settled', true)
  return () => foot?.removeAttribute('data-settled')
}
