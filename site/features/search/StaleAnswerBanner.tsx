import { useStore } from '@nanostores/react'
import type { SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { readableText } from '#shared/texts/direction.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { withdrawnText } from '#shared/texts/withdrawn.ts'
import { isLongLine } from '#site/layouts/LongLine.tsx'
import { useNoCredits } from '#site/layouts/NoCredits.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconHistory } from '#site/ui/icons/places.ts'
import { $isEdited, $line, restoreRequest, searchLine } from './ask/readings-store.ts'
import { StrandedDrafts } from './people/StrandedDrafts.tsx'
import { Stop } from './ResultsSkeleton.tsx'
import { type Answered, keepAnswer } from './search-store.ts'
import { isAmong } from './sources/next-records.ts'

interface EditedProps {
  answered: Answered
  /** What the line asks for could not be searched, which is said above. */
  hasFailed: boolean
}

/** Says that the answer below is not what the line asks for, with the ways out. */
export function StaleAnswerBanner({ answered, hasFailed }: EditedProps) {
  const line = useStore($line)
  const isEdited = useStore($isEdited)
  const hasNoCredits = useNoCredits() !== undefined
  const giveBack = () => {
    keepAnswer(answered)
    restoreRequest(answered)
  }
  return (
    <Banner
      tone="ochre"
      icon={IconHistory}
      isStill
      action={
        isEdited && (
          <span className="row tight">
            {line.trim() !== '' && !hasFailed && !hasNoCredits && !isLongLine(line) && (
              <Button size="s" onClick={searchLine}>
                Искать заново, {SEARCH_PRICE}
              </Button>
            )}
            <Button kind="quiet" size="s" onClick={giveBack}>
              Вернуть прежний запрос
            </Button>
          </span>
        )
      }
    >
      {hasFailed ? 'Новый поиск не выполнен.' : 'Запрос изменён.'} Ниже ответ по прежнему запросу{' '}
      <b>{quoted(readableText(answered.query))}</b>.
    </Banner>
  )
}

/** Says what is not in the answer any more, and keeps what was typed of those who are gone. */
export const Gone = ({ withdrawn, answer }: { withdrawn: Withdrawn; answer: SearchAnswer }) => (
  <>
    <Banner tone="ochre" icon={IconHistory}>
      {withdrawnText(withdrawn)}
    </Banner>
    <StrandedDrafts searchId={answer.search_id} isThere={id => isAmong(answer, id)} />
  </>
)

/** Says that another line is being searched than the answer below belongs to. */
export const Searching = ({ query, older }: { query: string; older: string }) => (
  <Banner tone="petrol" icon="wait" isStill action={<Stop />}>
    Ищем <b>{quoted(readableText(query))}</b>. Ниже прежний ответ: <b>{quoted(readableText(older))}</b>.
  </Banner>
)
