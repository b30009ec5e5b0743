import type { Reason } from '#shared/contracts/match.ts'
import type { PersonKind, PersonLabel } from '#shared/contracts/person.ts'
import { LABEL_TEXTS, labelText, POSSIBLE_NAMESAKE, scoreText } from '#site/features/search/texts.ts'

const SHAPES: Record<PersonLabel, string> = {
  match: 'yes',
  probable: 'maybe',
  namesake: 'no',
  related: 'other'
}

interface MatchMarkProps {
  label: PersonLabel
  kind?: PersonKind | undefined
  score: number
  why: string[]
  /** Why it fits the query, which the word depends on. */
  reasons: readonly Pick<Reason, 'code' | 'tone'>[]
  /** A name-only entry of a list of losses: never more than a possible namesake. */
  possible?: boolean
}

/** Shape, word and score of a person or a record; the reasons stand beside it and on hover. */
export const MatchMark = ({ label, kind, score, why, reasons, possible }: MatchMarkProps) => (
  <span className="match" data-match={possible ? 'no' : SHAPES[label]} title={why.join('; ')}>
    {possible ? POSSIBLE_NAMESAKE : labelText(label, reasons, kind)}{' '}
    <span>
      <span className="sr">оценка </span>
      {scoreText(score)}
    </span>
  </span>
)

/** The shape and the word alone, for a legend. */
export const MatchWord = ({ label }: { label: PersonLabel }) => (
  <span className="match" data-match={SHAPES[label]}>
    {LABEL_TEXTS[label]}
  </span>
)
