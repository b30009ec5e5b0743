import type { ReasonCode, ReasonTone } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { RecordView, Results } from '#site/features/search/records/results-view.ts'
import { type CellState, reasonStripOf, type StripView } from '#site/features/search/sources/strip.ts'

/** A reason as a panel draws it. */
export interface ReasonView {
  tone: ReasonTone
  text: string
  /** The sources it speaks of. */
  strip: StripView
  /** The records it speaks of, which it lights. */
  recordIds: readonly string[]
}

const STATES: Record<ReasonTone, CellState> = { agree: 'yes', missing: 'ref', contradict: 'no' }

interface Reasoning {
  tone: ReasonTone
  text: string
  ids: readonly string[]
  /** A record without this code supports only a part of the reason. */
  code?: ReasonCode
}

const TONES: readonly ReasonTone[] = ['agree', 'contradict', 'missing']

/**
 * Why a person fits the query: what agrees, what contradicts, what is missing; first as the person is judged, then as each
 * of the records has it, since some have less of what was asked.
 */
export function queryReasonsOf(person: Person, results: Results): ReasonView[] {
  const reasons: Reasoning[] = person.query_reasons.map(({ tone, text, code, record_ids }) => ({
    tone,
    text,
    code,
    ids: record_ids
  }))
  for (const id of recordIdsOf(person)) {
    const { match } = results.records.get(id) ?? {}
    // A record may answer for somebody else whom it names.
    if (match?.party?.place !== person.parties?.[id]?.place) continue
    for (const { tone, text, code } of match?.reasons ?? []) reasons.push({ tone, text, code, ids: [id] })
  }
  return eachOnce(reasons, results).sort((a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone))
}

/** Why the records of a person are those of one person; copies of one row need no reason. */
export const linkReasonsOf = ({ links }: Person, results: Results): ReasonView[] =>
  eachOnce(
    links
      .filter(({ rule }) => rule !== 'duplicate')
      .map(({ tone, text, from, to }) => ({ tone, text, ids: [from, to] })),
    results
  )

/** A person's reason joins several records; one record may state less. */
const says = ({ match }: RecordView, code: ReasonCode): boolean =>
  match.reasons.some(reason => reason.code === code)

/** Each text once, with the records of all that say it. */
function eachOnce(reasons: readonly Reasoning[], { places, records }: Results): ReasonView[] {
  const byText = Map.groupBy(reasons, ({ tone, text }) => `${tone} ${text}`)
  return [...byText.values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    const { tone, text } = first
    const recordIds = [...new Set(same.flatMap(({ ids }) => ids))]
    const states = new Map<string, CellState>()
    for (const id of recordIds) {
      const record = records.get(id)
      if (!record || states.get(record.source) === 'yes') continue
      const isPart = first.code && tone === 'agree' && !says(record, first.code)
      states.set(record.source, isPart ? 'part' : STATES[tone])
    }
    return [{ tone, text, strip: reasonStripOf(places, states), recordIds }]
  })
}
