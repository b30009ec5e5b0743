import { useStore } from '@nanostores/react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Near } from '#site/ui/Near.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { AnswerHead } from './AnswerHead.tsx'
import { DebugPanel } from './DebugPanel.tsx'
import { headlineOf } from './headline.ts'
import { PeopleTable } from './people/PeopleTable.tsx'
import { chosenPerson } from './people/people-view.ts'
import { Tools } from './people/Tools.tsx'
import type { Results as ResultsView } from './records/results-view.ts'
import { ScrollTop } from './ScrollTop.tsx'
import { $isMissingWanted, $jumpTarget, $open, $picked, $results, $shown } from './view-store.ts'

const About = laterPart(async () => (await import('./summary/About.tsx')).About)
const KeyBar = laterPart(async () => (await import('./keys/KeyBar.tsx')).KeyBar)
const Facets = laterPart(async () => (await import('./people/Facets.tsx')).Facets)
const TellApart = laterPart(async () => (await import('./people/TellApart.tsx')).TellApart)
const Picked = laterPart(async () => (await import('./people/Picked.tsx')).Picked)
const Suggestions = laterPart(async () => (await import('./ask/Suggestions.tsx')).Suggestions)
const Caveats = laterPart(async () => (await import('./sources/Caveats.tsx')).Caveats)
const Missing = laterPart(async () => (await import('./sources/Missing.tsx')).Missing)
const NothingFound = laterPart(async () => (await import('./NothingFound.tsx')).NothingFound)
const Sources = laterPart(async () => (await import('./records/Sources.tsx')).Sources)

/** An answer: the verdict, people, the summary of one of them, who is connected, and the records by source. */
export function Results() {
  const results = useStore($results)
  if (!results) return null
  const { suggestions, persons } = results.answer
  return (
    <>
      <AnswerHead results={results} />
      {suggestions && <Later part={Suggestions} props={{ lines: suggestions }} />}
      {results.failed.length > 0 && <Later part={Caveats} props={{ results }} />}
      {persons.length === 0 ? <Later part={NothingFound} props={{ results }} /> : <Found results={results} />}
      {isSynthetic(results.answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
      <DebugPanel answer={results.answer} />
      <ScrollTop />
    </>
  )
}

function Found({ results }: { results: ResultsView }) {
  const shown = useStore($shown)
  const open = useStore($open)
  const isAmbiguous = headlineOf(results.answer).code === 'several'
  const isPicked = useStore($picked).length > 0
  // A link into what is below must find it there.
  const isMissingWanted = useStore($isMissingWanted)
  const isWanted = useStore($jumpTarget) !== null || isMissingWanted
  if (!shown) return null
  const chosen = chosenPerson(results, shown.people, open)
  return (
    <div className="results">
      {results.answer.persons.length > 1 && (
        <Later part={Facets} waiting={<aside className="side" />} props={{ results }} />
      )}
      <div className="stack far">
        <section id="people" className="stack tight" aria-labelledby="people-t">
          <h2 className="sr" id="people-t" tabIndex={-1}>
            Люди
          </h2>
          <Tools results={results} shown={shown} />
          {isAmbiguous && <Later part={TellApart} props={{ results }} />}
          <div className="card flush">
            <PeopleTable results={results} shown={shown} />
            <Later part={KeyBar} props={{}} waiting={<div className="keys no-print" />} />
          </div>
          {isPicked && <Later part={Picked} props={{ results }} />}
        </section>
        <Near waiting={<Waiting />} isWanted={isWanted}>
          {chosen && <Later part={About} waiting={<Waiting />} props={{ person: chosen, results }} />}
          {results.answer.completeness.more && <Later part={Missing} props={{ results }} />}
          <Later part={Sources} waiting={<Waiting />} props={{ results, sources: shown.sources }} />
        </Near>
      </div>
    </div>
  )
}

const Waiting = () => (
  <div className="card" aria-busy="true">
    <p>
      <Skeleton chars={80} />
    </p>
  </div>
)

function isSynthetic({ sources_meta }: SearchAnswer): boolean {
  const all = Object.values(sources_meta).filter(({ state }) => state !== 'empty')
  return all.length > 0 && all.every(({ origin, basis }) => origin === 'synthetic' && basis === 'synthetic')
}
