import { useStore } from '@nanostores/react'
import { memo, useDeferredValue } from 'react'
import { SOURCE_BASES, SOURCE_KINDS } from '#shared/labels/sources.ts'
import { CASUALTY_WARNING } from '#site/features/search/casualty-warning.ts'
import { LoadMore } from '#site/features/search/sources/LoadMore.tsx'
import { count, dateText } from '#site/features/search/texts.ts'
import {
  $recordLimits,
  RECORDS_AT_FIRST,
  RECORDS_MORE,
  setOpen,
  showMore
} from '#site/features/search/view-store.ts'
import { copyText } from '#site/lib/copy.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight, IconCopy } from '#site/ui/icons/acts.ts'
import { IconAlertTriangle } from '#site/ui/icons/states.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import type { HighlightTerms } from './highlight.ts'
import { RecordList } from './RecordList.tsx'
import { sourceText } from './record-text.ts'
import { type Results, rowCount, type SourceView } from './results-view.ts'

interface SourceGroupProps {
  source: SourceView
  results: Results
  terms: HighlightTerms
  open: boolean
}

/** The records of one source. What is folded away is not in the page, so that 500 records cost nothing. */
export const SourceGroup = memo(({ source, results, terms, open }: SourceGroupProps) => {
  const { key, number, title, kind, records, completeness } = source
  const duplicates = rowCount(records) - records.length
  return (
    <details
      className="source"
      id={`s${number}`}
      open={open}
      onToggle={event => {
        // A group that a filter opened must not stay open after it, so only the person's own toggling counts.
        const now = event.currentTarget.open
        if (now !== open) setOpen(key, now)
      }}
    >
      <summary>
        <Icon of={IconChevronRight} turn />
        <span className="src">{number}</span>
        <h3>{title}</h3>
        <Badge {...(kind === 'casualty_list' && { tone: 'ochre' })}>{SOURCE_KINDS[kind]}</Badge>
        <span className="count small soft push">
          {count(records.length, 'record')}
          {duplicates > 0 && `, ${count(duplicates, 'duplicate')}`}
          {completeness && `, ${completeness}`}
        </span>
      </summary>
      {open && <Contents source={source} results={results} terms={terms} />}
    </details>
  )
})

function Contents({ source, results, terms }: Omit<SourceGroupProps, 'open'>) {
  const { key, kind, basis, asOf, completeness, records } = source
  // The press is painted before what it brings is drawn.
  const room = useDeferredValue(useStore($recordLimits)[key] ?? RECORDS_AT_FIRST)
  const left = records.length - room
  return (
    <>
      {kind === 'casualty_list' && (
        <Banner tone="ochre" icon={IconAlertTriangle} isStill>
          {CASUALTY_WARNING}
        </Banner>
      )}
      <p className="note row muted">
        <span>Основание: {SOURCE_BASES[basis]}</span>
        {asOf && <span>данные на {dateText(asOf)}</span>}
        <Button className="push" kind="quiet" size="s" onClick={() => copyText(sourceText(source, results))}>
          <Icon of={IconCopy} />
          Копировать все
        </Button>
      </p>
      <SkipList
        count={Math.min(records.length, room)}
        label={`Пропустить ${count(Math.min(records.length, room), 'record')}`}
      >
        <RecordList records={records.slice(0, room)} results={results} terms={terms} />
      </SkipList>
      {left > 0 && (
        <p className="note row">
          <Button size="s" onClick={() => showMore(key)}>
            Показать ещё {count(Math.min(left, RECORDS_MORE), 'record')}
          </Button>
        </p>
      )}
      {left <= 0 && completeness && (
        <p className="note row">
          <LoadMore source={key} title="Загрузить ещё" />
          <span className="small muted">{completeness}, бесплатно</span>
        </p>
      )}
    </>
  )
}
