import { useStore } from '@nanostores/react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconHistory } from '#site/ui/icons/places.ts'
import { $line, restoreRequest, searchLine } from './ask/readings-store.ts'
import type { Answered } from './search-store.ts'

/** Says that the answer below is not what the line asks for, with the two ways out. */
export function Edited({ answered }: { answered: Answered }) {
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
