import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo } from 'react'
import { whoText } from '#shared/texts/who.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Near } from '#site/ui/Near.tsx'
import { AnswerHead } from './AnswerHead.tsx'
import { Waiting } from './details/Waiting.tsx'
import { pageHeadlineOf } from './headline/headline.ts'
import { withJoined } from './people/joined-people.ts'
import { PeopleTable } from './people/PeopleTable.tsx'
import { chosenPerson } from './people/people-view.ts'
import { Tools } from './people/Tools.tsx'
import { isByIdentifier } from './person/by-identifier.ts'
import type { Results as ResultsView } from './records/results-view.ts'
import { useWide } from './use-wide.ts'
import { applyView } from './view.ts'
import { $isMissingWanted, $joined, $jumpTarget, $open, $picked, $results, $view } from './view-store.ts'

const SummaryCard = laterPart(async () => (await import('./summary/SummaryCard.tsx')).SummaryCard)
const AfterAnswer = laterPart(async () => (await import('./person/AfterAnswer.tsx')).AfterAnswer)
const Facets = laterPart(async () => (await import('./people/Facets.tsx')).Facets)
const TellApart = laterPart(async () => (await import('./people/TellApart.tsx')).TellApart)
const Picked = laterPart(async () => (await import('./people/Picked.tsx')).Picked)
const Suggestions = laterPart(async () => (await import('./ask/Suggestions.tsx')).Suggestions)
const Caveats = laterPart(async () => (await import('./sources/Caveats.tsx')).Caveats)
const Missing = laterPart(async () => (await import('./sources/Missing.tsx')).Missing)
const NothingFound = laterPart(async () => (await import('./NothingFound.tsx')).NothingFound)
const Sources = laterPart(async () => (await import('./records/Sources.tsx')).Sources)
const ScrollTop = laterPart(async () => (await import('./ScrollTop.tsx')).ScrollTop)
const Foot = laterPart(async () => (await import('./Foot.tsx')).Foot)

/** An answer: the verdict, people, each with all that is known when opened, and the records by source. */
export function Results() {
  const results = useResults()
  if (!results) return null
  const { suggestions, persons, search_id } = results.answer
  return (
    <>
      <AnswerHead results={results} />
      {suggestions && <Later part={Suggestions} props={{ lines: suggestions }} />}
      {results.failed.length > 0 && <Later part={Caveats} props={{ results }} />}
      {persons.length === 0 ? (
        <>
          <Later part={NothingFound} props={{ results }} />
          <Later part={Foot} props={{ answer: results.answer }} />
        </>
      ) : (
        <AnswerBody key={search_id} results={results} />
      )}
      <Later part={ScrollTop} props={{}} />
    </>
  )
}

/** Another answer is drawn at once; what «ещё» brings into this one is drawn while the page goes on answering. */
function useResults(): ResultsView | null {
  const latest = useStore($results)
  const drawn = useDeferredValue(latest)
  return drawn?.answer.search_id === latest?.answer.search_id ? drawn : latest
}

/**
 * What is pressed or typed is painted first, by the parts that hold it (`Tools`, the boxes of the facets, the row of a
 * person); what follows of it for a long list is drawn afterwards, and given up as soon as something else is pressed.
 */
function AnswerBody({ results }: { results: ResultsView }) {
  const view = useDeferredValue(useStore($view))
  const open = useDeferredValue(useStore($open))
  const joined = useDeferredValue(useStore($joined))
  const filtered = useMemo(() => applyView(results, view, joined), [results, view, joined])
  const additions = useMemo(
    () => pageHeadlineOf(withJoined(results.answer, joined)).additions,
    [results, joined]
  )
  const isPicked = useStore($picked).length > 0
  // A link into what is below must find it there.
  const isMissingWanted = useStore($isMissingWanted)
  const isWanted = useStore($jumpTarget) !== null || isMissingWanted
  const chosen = chosenPerson(results, filtered.people, open)
  const isWide = useWide()
  const facets = results.answer.persons.length > 1 && (
    <Later
      part={Facets}
      waiting={<aside className="side" />}
      props={{ results, view, found: whoText(filtered.people) }}
    />
  )
  return (
    <div className="results">
      {isWide && facets}
      <div className="stack far">
        <section id="people" className="stack tight" aria-labelledby="people-t">
          <h2 className="sr" id="people-t" tabIndex={-1}>
            Люди
          </h2>
          <Later
            part={AfterAnswer}
            waiting={isByIdentifier(results.answer) && <div style={{ blockSize: '2rem' }} />}
            props={{ results, chosen }}
          />
          <Tools results={results} filtered={filtered} />
          {!isWide && facets}
          {additions.length > 0 && (
            <Later part={TellApart} waiting={<p className="hints" />} props={{ additions }} />
          )}
          <div className="card flush">
            <PeopleTable results={results} filtered={filtered} />
          </div>
          {isPicked && <Later part={Picked} props={{ results }} />}
        </section>
        <Near waiting={<Waiting />} isWanted={isWanted}>
          {/* Whoever is open has it in their panel. */}
          {chosen && open.length === 0 && (
            <Later
              key={chosen.id}
              part={SummaryCard}
              waiting={<Waiting />}
              props={{ person: chosen, results }}
            />
          )}
          {results.answer.completeness.more && <Later part={Missing} props={{ results }} />}
          <Later
            part={Sources}
            waiting={<Waiting />}
            props={{ results, sources: filtered.sources, isNarrowed: filtered.isNarrowed }}
          />
          <Later part={Foot} props={{ answer: results.answer }} />
        </Near>
      </div>
    </div>
  )
}
