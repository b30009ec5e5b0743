import type { PersonCard, PersonLabel } from '#shared/contracts/person.ts'
import { ROW_WORDS, rowLabelOf, scoreText } from '#site/features/search/texts.ts'
import { bandOf, differenceText, MARKS } from './bands.ts'

/** Shape, word and score of a person, which the order goes by; the reasons stand beside it. */
export function MatchMark({ person, isNamed }: { person: PersonCard; isNamed: boolean }) {
  const difference = isNamed ? undefined : differenceText(bandOf(person, true))
  return (
    <>
      <span className="match" data-match={MARKS[person.label]}>
        {/* A heading over the group says it for the eye. */}
        <span className={isNamed ? 'sr' : undefined}>{ROW_WORDS[rowLabelOf(person)].text}</span>
      </span>{' '}
      <span className="score small soft">
        <span className="sr">оценка </span>
        {scoreText(person.score)}
        {difference && `, ${difference}`}
      </span>
    </>
  )
}

/** The shape and the word alone. */
export const MatchWord = ({ label }: { label: PersonLabel }) => (
  <span className="match" data-match={MARKS[label]}>
    {ROW_WORDS[label].text}
  </span>
)
