import { useStore } from '@nanostores/react'
import { SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { CASUALTY_WARNING, count, monthText } from '#site/features/search/texts.ts'
import { copyText } from '#site/lib/copy.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronRight, IconCopy } from '#site/ui/icons/acts.ts'
import { IconAlertTriangle } from '#site/ui/icons/states.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { LoadMore } from './LoadMore.tsx'
import { RecordCard } from './RecordCard.tsx'
import { sourceText } from './record-text.ts'
import { type Results, rowCount, type SourceView } from './results-view.ts'
import { $recordLimits, RECORDS_AT_FIRST, RECORDS_MORE, setOpen, showMore } from './view-store.ts'

interface SourceGroupProps {
  source: SourceView
  results: Results
  open: boolean
}

/** The records of one source. What is folded away is not in the page, so that 500 records cost nothing. */
export function SourceGroup({ source, results, open }: SourceGroupProps) {
  const { key, number, title, kind, records } = source
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
        <span className="key">{number}</span>
        <h3>{title}</h3>
        <Badge {...(kind === 'casualty_list' && { tone: 'ochre' })}>{SOURCE_KINDS[kind]}</Badge>
        <span className="count small soft push">
          {count(records.length, 'record')}
          {duplicates > 0 && `, ${count(duplicates, 'duplicate')}`}
        </span>
      </summary>
      {open && <Contents source={source} results={results} />}
    </details>
  )
}

function Contents({ source, results }: { source: SourceView; results: Results }) {
  const { key, kind, origin, asOf, shown, records } = source
  const room = useStore($recordLimits)[key] ?? RECORDS_AT_FIRST
  const left = records.length - room
  return (
    <>
      {kind === 'casualty_list' && (
        <Banner tone="ochre" icon={IconAlertTriangle} isStill>
          {CASUALTY_WARNING}
        </Banner>
      )}
      <p className="note row muted">
        <span>Происхождение: {SOURCE_ORIGINS[origin]}</span>
        {asOf && <span>данные на {monthText(asOf)}</span>}
        {shown && <span>{shown}</span>}
        <Button className="push" kind="quiet" size="s" onClick={() => copyText(sourceText(source, results))}>
          <Icon of={IconCopy} />
          Копировать все
        </Button>
      </p>
      <SkipList
        count={Math.min(records.length, room)}
        label={`Пропустить ${count(Math.min(records.length, room), 'record')}`}
      >
        {records.slice(0, room).map(record => (
          <RecordCard key={record.id} record={record} results={results} />
        ))}
      </SkipList>
      {left > 0 && (
        <p className="note row">
          <Button size="s" onClick={() => showMore(key)}>
            Показать ещё {count(Math.min(left, RECORDS_MORE), 'record')}
          </Button>
        </p>
      )}
      {left <= 0 && shown && <LoadMore source={key} shown={shown} title="Показать ещё" />}
    </>
  )
}
