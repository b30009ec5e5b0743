import type { Reason } from '#shared/contracts/match.ts'
import type { PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import { labelText, POSSIBLE_NAMESAKE, ROW_WORDS, scoreText } from '#site/features/search/texts.ts'
import { MARKS } from './bands.ts'

interface MatchMarkProps {
  label: PersonLabel
  kind?: PersonKind | undefined
  score: number
  /** Why it fits the query, which the word depends on. */
  reasons: readonly Pick<Reason, 'code' | 'tone'>[]
  /** A name-only entry of a list of losses: never more than a possible namesake. */
  possible?: boolean
}

/** Shape, word and score of a person or a record; the reasons stand beside it. */
export const MatchMark = ({ label, kind, score, reasons, possible }: MatchMarkProps) => (
  <>
    <span className="match" data-match={possible ? 'no' : MARKS[label]}>
      {possible ? POSSIBLE_NAMESAKE : labelText(label, reasons, kind)}
    </span>{' '}
    <span className="score small soft">
      <span className="sr">оценка </span>
      {scoreText(score)}
    </span>
  </>
)

/** The shape and the word alone, for a legend. */
export const MatchWord = ({ label }: { label: PersonLabel }) => (
  <span className="match" data-match={MARKS[label]}>
    {ROW_WORDS[label].text}
  </span>
)
