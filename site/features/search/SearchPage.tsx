import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Shell } from '#site/layouts/Shell.tsx'
import { Answer } from './Answer.tsx'
import { AskForm } from './ask/AskForm.tsx'
import { FirstVisit } from './ask/FirstVisit.tsx'
import { navigationOriginOf, queryInAddress, readNavigation } from './ask/navigation-origin.ts'
import { Readings } from './ask/Readings.tsx'
import { restoreRequest, typeLine } from './ask/readings-store.ts'
import { Notices } from './Notices.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { $search, openSearch } from './search-store.ts'
import { spokenText } from './texts.ts'
import { followBack, lineOfEntry } from './visited-searches.ts'

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
  useEffect(followBack, [])
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
          {step === 'answered' && spokenText(search.answer)}
        </p>
      </div>
      {calm && <FirstVisit />}
      {step === 'searching' && !search.older && <ResultsSkeleton />}
      <Answer />
    </div>
  )
}

function startPage(): void {
  const query = queryInAddress(location.search) ?? lineOfEntry()
  const line = openSearch(query, navigationOriginOf(readNavigation()))
  const search = $search.get()
  if (search.step === 'answered' && search.query === line) restoreRequest(search)
  else typeLine(line)
}
