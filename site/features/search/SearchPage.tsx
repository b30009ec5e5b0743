import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { AskError } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { $session } from '#site/lib/session-store.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Answer, Results } from './Answer.tsx'
import { AskForm } from './ask/AskForm.tsx'
import {
  navigationOriginOf,
  queryInAddress,
  readNavigation,
  searchInAddress
} from './ask/navigation-origin.ts'
import { ReadingsPlace } from './ask/ReadingsPlace.tsx'
import { $line, keepLine, markLine, restoreRequest, typeLine } from './ask/readings-store.ts'
import { takeTypedLine } from './ask/typed-line.ts'
import { spokenText } from './moment-text.ts'
import { Notices } from './notices/Notices.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { $answered, $search, failOpening, openSearch } from './search-store.ts'

const PurposeChoice = laterPart(async () => (await import('#site/layouts/PurposeChoice.tsx')).PurposeChoice)
const FirstVisit = laterPart(async () => (await import('./ask/FirstVisit.tsx')).FirstVisit)

/** The one island of /search. */
export const SearchPage = () => (
  <Shell page="search">
    <Search />
  </Shell>
)

/** The search page: the line, how it is understood, and what it found. */
function Search() {
  const search = useStore($search)
  const session = useStore($session)
  const usual = session.step === 'in' && session.user.search_purpose
  const { step } = search
  const [isStarted, setStarted] = useState(false)
  useEffect(() => {
    startPage()
    setStarted(true)
    void Results.load()
    void followVisits()
  }, [])
  const hasAnswer = useStore($answered) !== null
  // A first search that has failed leaves nothing but its reason: what can be asked stands below it again.
  const calm = step === 'idle' || step === 'confirming' || (step === 'failed' && !hasAnswer)

  // Header and foot take the width of the answer, and in one paint with it.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-answer', !calm)
  }, [calm])

  return (
    <div className={calm ? 'stack far calm' : 'stack'}>
      <div className="stack">
        {calm ? <h1>Поиск людей</h1> : hasAnswer || <h1 className="sr">Поиск людей</h1>}
        <AskForm />
        {usual && <Later part={PurposeChoice} props={{ usual }} />}
        <ReadingsPlace />
        {calm && (
          <p className="small muted">
            Можно ввести всё, что известно, одной строкой и в любом порядке. Один поиск стоит {SEARCH_PRICE}
            {'; '}если источник не ответил, запрос не списывается.
          </p>
        )}
        <Notices />
        <p className="sr" role="status">
          {step === 'answered' && spokenText(search.answer)}
        </p>
      </div>
      {calm && isStarted && <Later part={FirstVisit} props={{}} />}
      {(step === 'opening' || (step === 'searching' && !search.older)) && <ResultsSkeleton />}
      <Answer />
    </div>
  )
}

function startPage(): void {
  // What was typed and not answered, refused or not sent at all, is there again after a reload.
  addEventListener('pagehide', () => keepLine())
  const query = queryInAddress(location.search)
  if (query === null && new URLSearchParams(location.search).has('s')) {
    const isGarbage = searchInAddress(location.search) === null
    if (!isGarbage) $search.set({ step: 'opening', query: '', choice: null })
    typeLine(takeTypedLine(Date.now()))
    if (isGarbage) failOpening(new AskError(NO_SUCH_SEARCH), $line.get())
    return
  }
  const line = openSearch(query, navigationOriginOf(readNavigation()))
  const search = $search.get()
  if (search.step === 'answered' && search.query === line) restoreRequest(search)
  else {
    typeLine(line)
    if (line !== '') requestAnimationFrame(markLine)
  }
}

/** What walks the searches of this page is not needed for the first one, and comes a little later. */
async function followVisits(): Promise<void> {
  try {
    const { followBack } = await loadCode(() => import('./visited-searches.ts'))
    followBack()
  } catch (error) {
    if ($search.get().step === 'opening') failOpening(error, $line.get())
  }
}
