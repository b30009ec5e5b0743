import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { MASK } from '#shared/constants.ts'
import { ADDRESS_LINK_LABEL } from '#shared/labels/usual-fields.ts'
import { readableText } from '#shared/texts/direction.ts'
import { SearchFrom } from '#site/features/search/ask/SearchFrom.tsx'
import { MatchWord } from '#site/features/search/people/MatchMark.tsx'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { FurtherMark } from '#site/features/search/person/FurtherMark.tsx'
import { furtherRule } from '#site/features/search/person/further-view.ts'
import { count, dateText } from '#site/features/search/texts.ts'
import { $jumpTarget, $lit, goToPerson } from '#site/features/search/view-store.ts'
import { usePart } from '#site/lib/use-part.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Copy, CopyButton } from '#site/ui/Copy.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { type HighlightTerms, highlight } from './highlight.ts'
import { jumpTo } from './jump.ts'
import { linkedRecord } from './linked-record.ts'
import { recordText } from './record-text.ts'
import type { Field, RecordView, Results } from './results-view.ts'

const Reveal = laterPart(async () => (await import('./Reveal.tsx')).Reveal)

/** Where a link finds the record. */
const anchorOf = ({ id }: RecordView) => `r-${encodeURIComponent(id)}`

interface RecordRowProps {
  record: RecordView
  results: Results
  terms: HighlightTerms
}

/** One record as its source has it. A value copies itself, the whole record copies as text. */
export const RecordRow = memo(({ record, results, terms }: RecordRowProps) => {
  const isTarget = usePart($jumpTarget, target => target === record.id)
  const isLit = usePart($lit, lit => lit.has(record.id))
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isTarget) return
    // A folded group takes no focus.
    const group = article.current?.closest('details')
    if (group) group.open = true
    article.current?.scrollIntoView({ block: 'center' })
    article.current?.focus({ preventScroll: true })
  }, [isTarget])
  const { match, duplicates, person, possibleNamesake } = record

  return (
    <article
      className={isTarget || isLit ? 'record is-lit' : 'record'}
      id={anchorOf(record)}
      data-row={record.id}
      ref={article}
      tabIndex={-1}
      aria-label={`Запись: ${record.title}`}
    >
      <header>
        {match.further && <FurtherMark text="найдено не запросом" />}
        {/* How well a record fits is told by its person; of a name alone in a list of losses it is told here too. */}
        {possibleNamesake && !match.further && <MatchWord label="namesake" />}
        {/* Told in the copied text too, for whoever has no pointer. */}
        <span className="because" title={match.first_seen && `В базе с ${dateText(match.first_seen)}`}>
          {match.party && `${match.party.label}: `}
          {match.further ? furtherRule(match) : match.why.join(', ')}
        </span>
        {duplicates > 1 && <Badge>{count(duplicates, 'same')}</Badge>}
        <span className="push row tight">
          {person && (
            <button type="button" className="link" onClick={() => goToPerson(person.id)}>
              <span className="sr">Человек: </span>
              {nameOf(person)}
            </button>
          )}
          <CopyButton text={recordText(record, results)} label="Скопировать запись" />
        </span>
      </header>
      <dl className="flow">
        {record.fields.map(field => (
          <div key={field.label}>
            <dt>{readableText(field.label)}</dt>
            <dd>
              <Value {...{ field, record, results, terms }} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
})

function Value({ field, record, results, terms }: RecordRowProps & { field: Field }) {
  const other = field.label === ADDRESS_LINK_LABEL ? linkedRecord(record, results) : null
  const text = highlight(field.value, terms).map(({ at, text, hit }) =>
    hit ? <mark key={at}>{text}</mark> : text
  )
  if (field.value.includes(MASK))
    return (
      <>
        {text} <Later part={Reveal} props={{ recordId: record.id, label: field.label }} />
      </>
    )
  if (!other)
    return (
      <>
        <Copy text={field.value}>{text}</Copy>
        <SearchFrom value={field.value} />
      </>
    )
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
