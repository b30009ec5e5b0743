import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Shell } from '#site/layouts/Shell.tsx'
import { AskForm } from './ask/AskForm.tsx'
import { FirstVisit } from './ask/FirstVisit.tsx'
import { navigationOriginOf, queryInAddress, readNavigation } from './ask/navigation-origin.ts'
import { Readings } from './ask/Readings.tsx'
import { restoreLine, typeLine } from './ask/readings-store.ts'
import { Notices } from './Notices.tsx'
import { Results } from './Results.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { $search, openSearch } from './search-store.ts'
import { resultsText } from './texts.ts'

/** The one island of /search. */
export const SearchPage = () => (
  <Shell page="search">
    <Search />
  </Shell>
)

/** The search page: the line, how it is understood, and what it found. */
function Search() {
  const search = useStore($search)
  const { step } = search
  useEffect(startPage, [])
  const calm = step === 'idle' || step === 'confirming'

  return (
    <div className={calm ? 'stack far calm' : 'stack'}>
      <div className="stack">
        <h1 className={calm ? undefined : 'sr'}>Поиск людей</h1>
        <AskForm />
        <Readings />
        {calm && (
          <p className="small muted">
            Можно ввести всё, что известно, одной строкой и в любом порядке. Один поиск стоит 1 запрос; если
            источник не ответил, запрос не списывается.
          </p>
        )}
        <Notices />
        <p className="sr" role="status">
          {step === 'searching' && 'Идёт поиск'}
          {step === 'answered' && resultsText(search.answer)}
        </p>
      </div>
      {calm && <FirstVisit />}
      {step === 'searching' && <ResultsSkeleton />}
      {step === 'answered' && <Results />}
    </div>
  )
}

function startPage(): void {
  const line = openSearch(queryInAddress(location.search), navigationOriginOf(readNavigation()))
  const search = $search.get()
  if (search.step === 'answered') restoreLine(search.query, search.answer.readings, search.choice)
  else typeLine(line)
}
