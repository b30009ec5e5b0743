import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AnswerPerson } from '#shared/contracts/person.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { purposeText } from '#shared/texts/purpose.ts'
import { $verdicts, verdictOn } from '#site/features/search/people/verdict-store.ts'
import { $earlier } from '#site/features/search/person/earlier-store.ts'
import { answerHref } from '#site/features/search/view-memory.ts'
import { errorText } from '#site/lib/ask.ts'
import { printChecked, useCheckedPrint } from '#site/lib/checked-print.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPrinter } from '#site/ui/icons/acts.ts'
import { IconAdjustments } from '#site/ui/icons/places.ts'
import type { Contents } from './Contents.tsx'
import { Paper } from './Paper.tsx'
import { chosenPeople } from './people-view.ts'
import { type ReportSource, renewReport, reportInAddress, writePeople } from './report-store.ts'

/** A report with what is done to it: printed, or put together otherwise. */
export function Report({ source }: { source: ReportSource }) {
  const { answer, searchId } = source
  const verdicts = useStore($verdicts).list
  const earlier = useStore($earlier)
  const [chosen, setChosen] = useState(() => reportInAddress(location.search).people)
  const [Choice, setChoice] = useState<typeof Contents | null>(null)
  const [provesAll, setProvesAll] = useState(false)
  const [purpose, setPurpose] = useState(() => purposeText(answer))
  useCheckedPrint(renewReport, source.composedAt.getTime())
  const people = chosenPeople(answer, chosen)
  const isChosen = people.length < answer.persons.length

  return (
    <div className="stack">
      <div className="row apart no-print">
        <p className="small">
          <a href={answerHref(searchId)}>Назад к ответу</a>
        </p>
        <div className="row tight">
          <Button kind="primary" size="s" onClick={() => printChecked(renewReport)}>
            <Icon of={IconPrinter} />
            Печать или PDF
          </Button>
          <Button
            size="s"
            aria-expanded={Choice !== null}
            onClick={async () => {
              const next = Choice ? null : await loadContents()
              setChoice(() => next)
            }}
          >
            <Icon of={IconAdjustments} />
            Состав отчёта
          </Button>
        </div>
      </div>
      {Choice && (
        <Choice
          persons={answer.persons}
          chosen={chosen}
          onChoose={next => {
            const present = next.length > 0 ? chosenPeople(answer, next).map(({ id }) => id) : []
            setChosen(present)
            writePeople(searchId, present)
          }}
          provesAll={provesAll}
          onProveAll={setProvesAll}
          purpose={purpose}
          onPurpose={setPurpose}
        />
      )}
      <Paper
        source={source}
        people={people}
        chosen={chosen}
        proven={(provesAll || isChosen ? people : leadingPeople(people, verdicts)).filter(isDetailed)}
        own={{ verdicts, earlier: earlier.searchId === searchId ? earlier.list : [] }}
        purpose={purpose}
      />
    </div>
  )
}

/** What is chosen by; null where it cannot be had, which is said. */
async function loadContents(): Promise<typeof Contents | null> {
  try {
    return (await loadCode(() => import('./Contents.tsx'))).Contents
  } catch (error) {
    tell(errorText(error))
    return null
  }
}

/** Of a whole answer the evidence of those who match, or whom the user takes for the one; else of the best. */
function leadingPeople(
  people: readonly AnswerPerson[],
  verdicts: readonly Verdict[]
): readonly AnswerPerson[] {
  const leading = people.filter(
    ({ id, label }) => label === 'match' || verdictOn(verdicts, id)?.verdict === 'same'
  )
  return leading.length > 0 ? leading : people.slice(0, 1)
}
