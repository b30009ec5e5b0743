import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { $isEdited } from './ask/readings-store.ts'
import { Results } from './Results.tsx'
import { Stop } from './ResultsSkeleton.tsx'
import { $answered, $search } from './search-store.ts'

const Edited = laterPart(async () => (await import('./Edited.tsx')).Edited)

/** The answer on the screen, marked where it is not what the line asks for: another line is typed, or being searched. */
export function Answer() {
  const answered = useStore($answered)
  const search = useStore($search)
  const isEdited = useStore($isEdited)
  if (!answered) return null
  const isRunning = search.step === 'searching'
  return (
    <>
      {isRunning && (
        <Banner tone="petrol" icon="wait" isStill action={<Stop />}>
          Ищем <b>«{search.query}»</b>. Ниже прежний ответ: <b>«{answered.query}»</b>.
        </Banner>
      )}
      {!isRunning && isEdited && <Later part={Edited} props={{ answered }} />}
      <div className={isRunning || isEdited ? 'older stack' : 'stack'}>
        <Results />
      </div>
    </>
  )
}
