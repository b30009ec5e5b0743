import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconHistory } from '#site/ui/icons/places.ts'
import { $isEdited, $line, restoreRequest, searchLine } from './ask/readings-store.ts'
import { Results } from './Results.tsx'
import { Stop } from './ResultsSkeleton.tsx'
import { $answered, $search, type Answered } from './search-store.ts'

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
      {!isRunning && isEdited && <Edited answered={answered} />}
      <div className={isRunning || isEdited ? 'older stack' : 'stack'}>
        <Results />
      </div>
    </>
  )
}

function Edited({ answered }: { answered: Answered }) {
  const line = useStore($line)
  return (
    <Banner
      tone="ochre"
      icon={IconHistory}
      isStill
      action={
        <span className="row tight">
          {line.trim() !== '' && (
            <Button size="s" onClick={searchLine}>
              Искать заново, 1 запрос
            </Button>
          )}
          <Button kind="quiet" size="s" onClick={() => restoreRequest(answered)}>
            Вернуть прежний запрос
          </Button>
        </span>
      }
    >
      Запрос изменён. Ниже ответ по прежнему запросу <b>«{answered.query}»</b>.
    </Banner>
  )
}
