import { useStore } from '@nanostores/react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { Suggestions } from './ask/Suggestions.tsx'
import { Caveats } from './Caveats.tsx'
import { DebugPanel } from './DebugPanel.tsx'
import { LastSearch } from './LastSearch.tsx'
import { People } from './people/People.tsx'
import { cardsOf, chosenPerson } from './people/people-view.ts'
import { Related } from './people/Related.tsx'
import { Summary } from './people/Summary.tsx'
import { ResultsIndex } from './records/ResultsIndex.tsx'
import { Sources } from './records/Sources.tsx'
import { $chosenPerson, $results } from './records/view-store.ts'
import { ScrollTop } from './ScrollTop.tsx'

/** An answer: people first, then the summary of one of them, who is connected, and the records by source. */
export function Results() {
  const results = useStore($results)
  const id = useStore($chosenPerson)
  if (!results) return null
  const chosen = chosenPerson(results, id)
  const { suggestions } = results.answer
  return (
    <>
      <LastSearch />
      {suggestions && <Suggestions lines={suggestions} />}
      <Caveats results={results} />
      <hr />
      {results.sources.length === 0 && <NothingFound />}
      {results.sources.length > 0 && (
        <div className="aside">
          <ResultsIndex results={results} chosen={chosen} />
          <div className="stack far">
            <People cards={cardsOf(results)} results={results} chosen={chosen} />
            {chosen && <Summary person={chosen} results={results} />}
            {chosen && <Related person={chosen} results={results} />}
            <Sources results={results} />
          </div>
        </div>
      )}
      {isSynthetic(results.answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
      <DebugPanel answer={results.answer} />
      <ScrollTop />
    </>
  )
}

function isSynthetic({ sources_meta }: SearchAnswer): boolean {
  const all = Object.values(sources_meta).filter(({ state }) => state !== 'empty')
  return all.length > 0 && all.every(({ origin, basis }) => origin === 'synthetic' && basis === 'synthetic')
}

const NothingFound = () => (
  <Empty icon={IconListSearch} title="Ничего не найдено" as="h2">
    <p>Проверьте написание или выберите другое прочтение запроса под строкой поиска.</p>
    <Button size="s" onClick={() => document.querySelector<HTMLInputElement>('.ask input')?.select()}>
      Изменить запрос
    </Button>
  </Empty>
)
