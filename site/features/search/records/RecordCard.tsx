import { useStore } from '@nanostores/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { ADDRESS_LINK_LABEL } from '#shared/labels/fields.ts'
import { MatchMark } from '#site/features/search/people/MatchMark.tsx'
import { linkedRecord } from '#site/features/search/people/related-view.ts'
import { count } from '#site/features/search/texts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Copy, CopyButton } from '#site/ui/Copy.tsx'
import { recordText } from './record-text.ts'
import type { Field, RecordView, Results } from './results-view.ts'
import { $jumpTarget, jumpTo } from './view-store.ts'

/** Where a link finds the record. */
export const anchorOf = ({ id }: RecordView) => `r-${encodeURIComponent(id)}`

/** One record as its source has it. A value copies itself, the whole record copies as text. */
export function RecordCard({ record, results }: { record: RecordView; results: Results }) {
  const isTarget = useStore($jumpTarget) === record.id
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isTarget) return
    article.current?.scrollIntoView({ block: 'center' })
    article.current?.focus({ preventScroll: true })
  }, [isTarget])
  const { match, duplicates, person, possibleNamesake } = record

  return (
    <article
      className={isTarget ? 'record is-lit' : 'record'}
      id={anchorOf(record)}
      ref={article}
      tabIndex={-1}
      aria-label={`Запись: ${record.title}`}
    >
      <header>
        <MatchMark
          label={person?.label ?? 'namesake'}
          kind={person?.kind}
          {...match}
          possible={possibleNamesake}
        />
        <span className="because">{match.why.join(', ')}</span>
        {duplicates > 1 && <Badge>{count(duplicates, 'same')}</Badge>}
        <span className="push">
          <CopyButton text={recordText(record, results)} label="Скопировать запись" />
        </span>
      </header>
      <dl className="facts">
        {record.fields.map(field => (
          <div key={field.label} className={field.wide ? 'span' : undefined}>
            <dt>{field.label}</dt>
            <dd>
              <Value field={field} record={record} results={results} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function Value({ field, record, results }: { field: Field; record: RecordView; results: Results }) {
  const other = field.label === ADDRESS_LINK_LABEL ? linkedRecord(record, results) : null
  const text = field.parts.map(({ at, text, hit }) => (hit ? <mark key={at}>{text}</mark> : text))
  if (!other) return <Copy text={field.value}>{text}</Copy>
  const go = (event: MouseEvent) => {
    event.preventDefault()
    jumpTo(other)
  }
  return (
    <a href={`#${anchorOf(other)}`} onClick={go}>
      {text}
    </a>
  )
}
