import { useStore } from '@nanostores/react'
import { memo, useDeferredValue, useId } from 'react'
import { SOURCE_BASES, SOURCE_KINDS } from '#shared/labels/sources.ts'
import { CASUALTY_WARNING } from '#site/features/search/casualty-warning.ts'
import { LoadMore } from '#site/features/search/sources/LoadMore.tsx'
import { count, dateText } from '#site/features/search/texts.ts'
import {
  $recordLimits,
  RECORDS_AT_FIRST,
  RECORDS_MORE,
  setSourceOpen,
  showMore
} from '#site/features/search/view-store.ts'
import { copyText } from '#site/lib/copy.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight, IconCopy } from '#site/ui/icons/acts.ts'
import { IconInfoCircle } from '#site/ui/icons/messages.ts'
import { IconAlertTriangle } from '#site/ui/icons/states.ts'
import { Tip } from '#site/ui/Menu.tsx'
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
  /** Its records are in the page, folded or not. */
  isDrawn: boolean
}

/** The records of one source. What is folded away is not in the page, so that 500 records cost nothing. */
export const SourceGroup = memo(({ source, results, terms, open, isDrawn }: SourceGroupProps) => {
  const { key, number, title, kind, basis, asOf, records, completeness } = source
  const duplicates = rowCount(records) - records.length
  return (
    <div className="about-source">
      <details
        className="source"
        id={`s${number}`}
        open={open}
        onToggle={event => {
          // A group that a filter opened must not stay open after it, so only the person's own toggling counts.
          const now = event.currentTarget.open
          if (now !== open) setSourceOpen(key, now)
        }}
      >
        <summary>
          <Icon of={IconChevronRight} turn />
          <span className="src">{number}</span>
          <h3>{title}</h3>
          {kind === 'casualty_list' && <Badge tone="ochre">{SOURCE_KINDS[kind]}</Badge>}
          <span className="count small soft">
            {completeness ?? count(records.length, 'record')}
            {duplicates > 0 && `, ${count(duplicates, 'duplicate')}`}
            {asOf && <span className="nowrap"> · данные на {dateText(asOf)}</span>}
            <span className="print-only"> · основание: {SOURCE_BASES[basis]}</span>
          </span>
        </summary>
        {(open || isDrawn) && <Contents source={source} results={results} terms={terms} />}
      </details>
      <Passport source={source} results={results} isOpen={open} />
    </div>
  )
})

/** What a source is, behind one button, and all of its records as text. */
function Passport({ source, results, isOpen }: { source: SourceView; results: Results; isOpen: boolean }) {
  const id = useId()
  const { title, kind, basis, asOf, records } = source
  return (
    <div className="source-acts no-print">
      {isOpen && records.length > 1 && (
        <Button
          kind="quiet"
          size="s"
          shape="icon"
          label={`Копировать все: ${title}`}
          onClick={() => copyText(sourceText(source, results))}
        >
          <Icon of={IconCopy} />
        </Button>
      )}
      <Button kind="quiet" size="s" shape="icon" label={`Об источнике: ${title}`} popoverTarget={id}>
        <Icon of={IconInfoCircle} />
      </Button>
      <Tip id={id}>
        <dl className="pairs">
          <dt>Вид</dt>
          <dd>{SOURCE_KINDS[kind]}</dd>
          <dt>Основание</dt>
          <dd>{SOURCE_BASES[basis]}</dd>
          <dt>Данные на</dt>
          <dd>{asOf ? dateText(asOf) : 'нет данных'}</dd>
        </dl>
      </Tip>
    </div>
  )
}

function Contents({ source, results, terms }: Omit<SourceGroupProps, 'open' | 'isDrawn'>) {
  const { key, kind, completeness, records } = source
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
