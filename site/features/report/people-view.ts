import type { ReasonTone } from '#shared/contracts/match.ts'
import type { AnswerPerson, PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { EarlierVerdict, Verdict } from '#shared/contracts/verdict.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { PAIR_VERDICT_WORDS, VERDICT_WORDS } from '#shared/labels/verdicts.ts'
import { REPORT_TEXTS } from '#shared/texts/report.ts'
import { partiesText, recordsText } from '#site/features/search/people/people-view.ts'
import { verdictOn } from '#site/features/search/people/verdict-store.ts'
import { formerText } from '#site/features/search/person/earlier-view.ts'
import { dateText, labelText, scoreText } from '#site/features/search/texts.ts'

/** A part of a sentence; a contradicting one is marked with «≠». */
export interface Statement {
  text: string
  tone: ReasonTone
}

/** A person as a row of the report. */
export interface PersonLine {
  id: string
  /** «Аптекина Агния Петровна, врач в 24 записях». */
  name: string
  born: string
  /** «● совпадает, 0,97». */
  mark: string
  reasons: Statement[]
  /** Of an entry in a list of losses. */
  caution: string | null
  verdict: string
  /** «1, 2, 7». */
  sources: string
  /** «3», «4 записи у людей». */
  records: string
}

/** Shapes that grey paper tells apart. */
const SHAPES: Record<PersonCard['label'], string> = { match: '●', probable: '◐', namesake: '○', related: '◌' }

/**
 * The people of a report in the order of the answer: the chosen ones, or all where nobody is chosen. A report on somebody
 * whom the answer has not is none on the others.
 */
export const chosenPeople = ({ persons }: SearchAnswer, chosen: readonly string[]): AnswerPerson[] =>
  chosen.length === 0 ? persons : persons.filter(({ id }) => chosen.includes(id))

/** «Примеров Илья Андреевич, 14.03.1981». */
export const whoIs = (person: PersonCard | undefined): string =>
  [person && nameOf(person), dateText(person?.birth_date ?? '')].filter(Boolean).join(', ')

/** Initials stay with their surname on one line. */
export const nameOf = ({ name }: PersonCard): string =>
  name.replaceAll(/ (?=\p{Lu}\.)/gu, '\u00a0') || 'Имя не указано'

/** The user's own verdicts: of this search, and those of earlier ones that its records bring back. */
export interface Concluded {
  verdicts: readonly Verdict[]
  earlier: readonly EarlierVerdict[]
}

/** @param rows The people of the report in their order. */
export function lineOf(
  person: PersonCard,
  answer: SearchAnswer,
  { verdicts, earlier }: Concluded,
  rows: readonly PersonCard[] = answer.persons
): PersonLine {
  const { id, kind, label, score, query_reasons, birth_date, source_keys } = person
  const own = verdictOn(verdicts, id)
  const former = earlier.find(({ person_id }) => person_id === id)
  const texts = [
    own ? VERDICT_WORDS[kind][own.verdict] : withoutOwn(person, answer, verdicts, rows),
    former && formerText({ ...former, note: null }, kind)
  ]
  const reasons = new Map(query_reasons.map(({ text, tone }) => [text, { text, tone }]))
  return {
    id,
    name: [nameOf(person), partiesText(person)].filter(Boolean).join(', '),
    born: dateText(birth_date ?? '') || REPORT_TEXTS.noData,
    mark: `${SHAPES[label]} ${labelText(label, query_reasons, kind)}, ${scoreText(score)}`,
    reasons: [...reasons.values()],
    caution: source_keys.some(key => answer.sources_meta[key]?.kind === 'casualty_list')
      ? REPORT_TEXTS.casualty
      : null,
    verdict: texts.filter(Boolean).join('; ') || REPORT_TEXTS.noVerdict,
    sources: numbersText(source_keys, answer),
    records: `${recordIdsOf(person).length || recordsText(person)}`
  }
}

/** In place of a verdict on a card alone: where it and another have one, it is not without any. */
function withoutOwn(
  { id, kind }: PersonCard,
  { persons }: SearchAnswer,
  verdicts: readonly Verdict[],
  rows: readonly PersonCard[]
): string {
  const isThere = (other: string | null) => persons.some(person => person.id === other)
  const pair = verdicts.findLast(({ a, b }) => (a === id && isThere(b)) || (b === id && isThere(a)))
  if (!pair) return ''
  const row = rows.findIndex(other => other.id !== id && (other.id === pair.a || other.id === pair.b)) + 1
  const where =
    row === 0 ? 'см. ниже' : pair.verdict === 'same' ? `вместе со строкой ${row}` : `см. строку ${row}`
  return `${PAIR_VERDICT_WORDS[kind][pair.verdict]}, ${where}`
}

/** Record ids are `<source>:<id>`. */
export const sourceOf = (recordId: string): string => recordId.slice(0, recordId.indexOf(':'))

/** «1, 2, 7»: numbers of sources in their order, each once. */
export function numbersText(keys: Iterable<string>, { sources_meta }: SearchAnswer): string {
  const numbers = new Set([...keys].flatMap(key => sources_meta[key]?.number ?? []))
  return [...numbers].sort((a, b) => a - b).join(', ')
}

/** A verdict as the report prints it. */
export interface VerdictLine {
  id: string
  /** «Примеров Илья Андреевич, 14.03.1981». */
  about: string
  word: string
  note: string | null
  at: string
}

/** What the user concluded of these people, in the order in which they did; of earlier searches first. */
export function verdictLines(
  people: readonly PersonCard[],
  { persons }: SearchAnswer,
  { verdicts, earlier }: Concluded
): VerdictLine[] {
  const reported = new Set(people.map(({ id }) => id))
  const byId = new Map(persons.map(person => [person.id, person]))
  const former = earlier.flatMap(({ id, person_id, verdict, note, at }) => {
    const one = byId.get(person_id)
    if (!one || !reported.has(person_id)) return []
    const word = formerText({ at, verdict, note: null }, one.kind)
    return [{ id: `earlier-${id}`, about: whoIs(one), word, note, at }]
  })
  const own = verdicts.flatMap(({ id, a, b, verdict, note, at }) => {
    const [one, other] = [byId.get(a), byId.get(b ?? '')]
    if (!one || (b !== null && !other) || !(reported.has(a) || reported.has(b ?? ''))) return []
    const words = b === null ? VERDICT_WORDS : PAIR_VERDICT_WORDS
    const about = other ? `${whoIs(one)} и ${whoIs(other)}` : whoIs(one)
    return [{ id: `${id}`, about, word: words[one.kind][verdict], note, at }]
  })
  return [...former, ...own]
}
