import { useStore } from '#site/lib/use-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconListSearch } from '#site/ui/icons/states.ts'
import { Caveats } from './Caveats.tsx'
import { DebugPanel } from './DebugPanel.tsx'
import { LastSearch } from './LastSearch.tsx'
import { People } from './People.tsx'
import { cardsOf, chosenPerson } from './people-view.ts'
import { Related } from './Related.tsx'
import { ResultsIndex } from './ResultsIndex.tsx'
import { ScrollTop } from './ScrollTop.tsx'
import { Sources } from './Sources.tsx'
import { Suggestions } from './Suggestions.tsx'
import { Summary } from './Summary.tsx'
import { $chosen, $results } from './shown-store.ts'

/** An answer: people first, then the summary of one of them, who is connected, and the records by source. */
export function Results() {
  const results = useStore($results)
  const id = useStore($chosen)
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
      <DebugPanel answer={results.answer} />
      <ScrollTop />
    </>
  )
}

const NothingFound = () => (
  <Empty icon={IconListSearch} title="Ничего не найдено" as="h2">
    <p>Проверьте написание или выберите другое прочтение запроса под строкой поиска.</p>
    <Button size="s" onClick={() => document.querySelector<HTMLInputElement>('.ask input')?.select()}>
      Изменить запрос
    </Button>
  </Empty>
)
