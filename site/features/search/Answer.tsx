import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { $isEdited, $line } from './ask/readings-store.ts'
import { failureView } from './notices/failure-view.ts'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { $answered, $search } from './search-store.ts'

/** Loaded right after the page is hydrated, so that it does not delay the first load and waits for the first answer. */
export const Results = laterPart(async () => (await import('./Results.tsx')).Results)
const Searching = laterPart(async () => (await import('./StaleAnswerBanner.tsx')).Searching)
const Gone = laterPart(async () => (await import('./StaleAnswerBanner.tsx')).Gone)
const StaleAnswerBanner = laterPart(async () => (await import('./StaleAnswerBanner.tsx')).StaleAnswerBanner)

/** After an answer: it is drawn by then, and nobody has had the time to type another line. */
const LOAD_EDITED_AFTER_MS = 1_000

/**
 * The answer on the screen, marked where it is not what the line asks for: another line is typed, is being searched, or
 * could not be searched.
 */
export function Answer() {
  const answered = useStore($answered)
  const search = useStore($search)
  const isEdited = useStore($isEdited)
  const line = useStore($line)
  const hasAnswer = answered !== null
  useEffect(() => {
    if (!hasAnswer) return
    // An older answer is marked also where nothing can be loaded any more.
    const timer = setTimeout(StaleAnswerBanner.load, LOAD_EDITED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasAnswer])
  if (!answered) return null
  const { withdrawn, answer } = answered
  const isRunning = search.step === 'searching'
  const hasFailed = search.step === 'failed' && failureView(search, line) !== null
  const isOlder = isRunning || isEdited || hasFailed
  return (
    <>
      {isRunning && <Later part={Searching} props={{ query: search.query, older: answered.query }} />}
      {withdrawn && <Later part={Gone} props={{ withdrawn, answer }} />}
      {!isRunning && isOlder && <Later part={StaleAnswerBanner} props={{ answered, hasFailed }} />}
      <div className={isOlder ? 'older stack' : 'stack'}>
        <Later part={Results} waiting={<ResultsSkeleton />} props={{}} />
      </div>
    </>
  )
}
