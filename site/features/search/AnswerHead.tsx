import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { askedPeopleCount } from '#shared/identity/people/headline.ts'
import { itemisedIdentifiers } from '#shared/identity/reading/line-identifiers.ts'
import { answeringText } from '#shared/texts/answer.ts'
import { readableText } from '#shared/texts/direction.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { capitalized, pageTitle } from '#site/lib/text.ts'
import { usePart } from '#site/lib/use-part.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { $line } from './ask/readings-store.ts'
import { isSame } from './ask/readings-view.ts'
import { headlineText, pageHeadlineOf } from './headline/headline.ts'
import { lastSearchText, resultsText } from './moment-text.ts'
import { withJoined } from './people/joined-people.ts'
import type { Results } from './records/results-view.ts'
import { $answered } from './search-store.ts'
import { SourceStrip } from './sources/SourceStrip.tsx'
import { recordsStripOf } from './sources/strip.ts'
import { completenessText } from './texts.ts'
import { isNarrowed } from './view.ts'
import { $isMissingWanted, $joined, $view } from './view-store.ts'

const Acts = laterPart(async () => (await import('./AnswerActs.tsx')).AnswerActs)
const LineItems = laterPart(async () => (await import('./LineItems.tsx')).LineItems)

/** What was found, by which words, how complete it is, and what can be done with the answer as a whole. */
export function AnswerHead({ results }: { results: Results }) {
  const answered = useStore($answered)
  const joined = useStore($joined)
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer } = results
  const { fresh, query = '' } = answered ?? {}
  const isInField = usePart($line, line => line.trim() === query.trim())
  useEffect(() => {
    document.title = pageTitle(`${resultsText(answer)} · Поиск людей`)
    // Somebody who already types the next line keeps the cursor.
    if (fresh && $line.get() === query) heading.current?.focus({ preventScroll: true })
  }, [fresh, query, answer])
  useEffect(() => {
    // A link or a reload brings it: the line has no focus there, so that the keys act.
    if (document.activeElement === document.body) focusHeading([document.body], true)
  }, [])
  if (!answered) return null
  const wanted = askedPeopleCount(answer.readings)
  const items = wanted > 1 ? wanted : itemisedIdentifiers(answer.readings).length
  const chosen = readingsOf(answer).find(reading => answered.choice && isSame(reading, answered.choice))

  return (
    <header className="answer">
      <h1 ref={heading} tabIndex={-1} data-quiet>
        {headlineText(pageHeadlineOf(withJoined(answer, joined)))}
      </h1>
      {/* On paper there is no field. */}
      <p className={isInField && !chosen ? 'print-only' : undefined}>
        По запросу <q>{quoted(readableText(query))}</q>
        {chosen && `, только как «${chosen.label}»`}
      </p>
      <Later part={Acts} waiting={<div className="acts" />} props={{ answered }} />
      {items > 0 && <Later part={LineItems} waiting={<Waiting lines={items} />} props={{ answer }} />}
      <Completeness results={results} />
    </header>
  )
}

/** Keeps the place of what each of several typed people or numbers found. */
const Waiting = ({ lines }: { lines: number }) => (
  <p className="small" style={{ blockSize: `${lines * 1.5}em` }} />
)

const readingsOf = ({ readings }: SearchAnswer) =>
  readings.flatMap(reading => [reading, ...(reading.parts ?? [])])

function Completeness({ results: { answer, places } }: { results: Results }) {
  // What a filter leaves is told below, and is not what the sources have.
  const isFiltered = usePart($view, isNarrowed)
  const failed = places.filter(({ state }) => state === 'failed').length
  const filled = places.filter(({ state }) => state === 'records')
  const isNothingThere = places.every(({ state }) => state === 'empty' || state === 'failed')
  const completeness = completenessText(answer.completeness)
  const { lead, numbers, rest } = lastSearchText(answer, Date.now())
  const answering = answeringText(places.length - failed, places.length)
  return (
    <p className="complete small soft">
      <SourceStrip
        strip={recordsStripOf(
          places,
          filled.map(({ key }) => key)
        )}
      />
      <span>
        {isNothingThere ? `${answering}, записей нет ни в одном.` : `${answering}. `}
        {answer.completeness_note && <b>{answer.completeness_note} </b>}
        {!isNothingThere &&
          (completeness ? (
            <>
              <b>{isFiltered ? `До фильтра ${completeness}` : capitalized(completeness)}.</b>{' '}
              <button type="button" className="link" onClick={() => $isMissingWanted.set(true)}>
                Что не показано
              </button>
            </>
          ) : (
            `${isFiltered ? 'До фильтра показаны' : 'Показаны'} все ${answer.completeness_note ? 'найденные ' : ''}записи: ${formatCount(answer.results_count)}.`
          ))}{' '}
        Последний поиск: {lead}, <b>{numbers}</b> {rest}
      </span>
    </p>
  )
}
