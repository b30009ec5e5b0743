import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { classifyNameWord, isNameWord } from '#shared/identity/names/name-word.ts'
import { combinedOf, partOf, partsOf } from '#shared/identity/reading/combinations.ts'
import { isCommonWord } from '#shared/identity/reading/lexicon/common-words.ts'
import { PLACE_ENDING } from '#shared/identity/reading/lexicon/place-words.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'
import { listReading } from '#shared/identity/reading/lists.ts'
import { isSameReading, makeReading, rankReadings, withNote } from '#shared/identity/reading/reading.ts'
import { isOtherSurname } from '#shared/identity/reading/recognizers/former-surnames.ts'
import { nameReading, recognizeName } from '#shared/identity/reading/recognizers/recognize-name.ts'
import { notSearchedNote } from '#shared/identity/reading/remarks.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import type { LineParts } from './context.ts'
import { ownersOf } from './owners.ts'
import type { Line, Span } from './spans.ts'

const WHOLE_LINE = 0.05
const APART = new Set([',', ';', '/', '|', 'и', 'или', 'and', 'or', '+', '&'])

const isName = ({ readings: [first] }: Span): boolean => first?.kind === 'full_name'

/** A name, or numbers of nobody that the line tells. */
interface Item {
  from: number
  to: number
  readings: readonly Reading[]
}

/** Readings of several people, and of numbers that may be anybody's. Null for one person or none. */
export function peopleReadings(line: Line, { values, wordsAt, kept }: LineParts): Reading[] | null {
  const named = peopleOf(line, values).flatMap(({ from, to, readings, also }): Item[] => [
    { from, to, readings },
    ...(also ? [{ from, to, readings: also }] : [])
  ])
  const others = values.filter(value => isName(value) && !named.some(({ from }) => from === value.from))
  const words = [...wordsAt, ...others.map(({ from, to }) => [from, to] as const)]
  const isSure = named.every(({ readings: [best] }) => (best?.confidence ?? 0) >= SURE)
  const unknown = named.length > 0 && isSure ? unknownPeople(line, words, named) : []
  const names = [...named, ...unknown].toSorted((one, other) => one.from - other.from)
  if (names.length < 2) return null
  const unsearched = words.filter(([from]) => !unknown.some(one => one.from === from))
  const note = notSearchedNote(textsOf(line, unsearched))
  const { own, apart } = ownersOf(
    line,
    names,
    values.filter(value => !isName(value))
  )
  const items: Item[] = [
    ...names.map(({ from, to, readings }, at) => {
      const values = own[at] ?? []
      return {
        from: Math.min(from, ...values.map(value => value.from)),
        to: Math.max(to, ...values.map(value => value.to)),
        readings: readingsOfPerson(readings, values)
      }
    }),
    ...apart.flatMap(spans => itemOf(spans))
  ].toSorted((one, other) => one.from - other.from)
  const people: Reading[][] = []
  const places: number[] = []
  for (const [at, { readings }] of items.entries()) {
    const [best, ...others] = readings
    if (!best) continue
    // A list keeps its repeats.
    places.push(at)
    if (!people.some(([other]) => other && isSameReading(best, other))) people.push([best, ...others])
  }
  if (people.length > PERSONS_IN_LINE_MAX)
    return [listReading(line.text, places.map(at => itemAt(line, items, at)).filter(Boolean))]
  // An unknown word or a number makes nobody else less sure.
  const sure = Math.min(
    ...people.map(([best]) =>
      !best || best.kind === 'text' || isIdentifier(best.kind) ? 1 : best.confidence
    )
  )
  const numbered = people.flatMap((readings, at) =>
    readings.map(one => ({
      ...(note === undefined ? one : withNote(one, note)),
      ...(people.length > 1 && { person: at + 1 }),
      confidence: Math.min(one.confidence, sure)
    }))
  )
  return rankReadings([...numbered, makeReading('text', kept, kept, { confidence: WHOLE_LINE })])
}

/** After the last `;` before the name. */
function startOf({ tokens }: Line, names: readonly Item[], at: number): number {
  const [before, name] = [names[at - 1], names[at]]
  if (!name) return tokens.length
  if (!before) return 0
  for (let place = name.from; place > before.to; place -= 1) if (tokens[place - 1]?.text === ';') return place
  return name.from
}

function itemAt(line: Line, names: readonly Item[], at: number): string {
  const [from, next] = [startOf(line, names, at), startOf(line, names, at + 1)]
  let to = next
  while (to > from && APART.has(line.tokens[to - 1]?.lower ?? '')) to -= 1
  return line.textOf(from, to)
}

function textsOf(line: Line, words: LineParts['wordsAt']): string[] {
  const runs: [number, number][] = []
  for (const [from, to] of words.toSorted(([one], [other]) => one - other)) {
    const last = runs.at(-1)
    if (last && last[1] === from) last[1] = to
    else runs.push([from, to])
  }
  return runs.map(([from, to]) => line.textOf(from, to))
}

const LIKELY = 0.5
/** Beside such names an unknown word may be a name. */
const SURE = 0.75
const UNKNOWN = 0.55
const LONE_WORD = /^\p{L}[\p{L}’'-]{2,}$/u
const CAPITAL = /^\p{Lu}/u

/** Unknown words between signs may be surnames, unless they outnumber the names or follow a lone one. */
function unknownPeople(line: Line, words: LineParts['wordsAt'], names: readonly Item[]): Item[] {
  const [one, ...others] = names
  const areSmall = !/\p{Lu}/u.test(line.text)
  const loneWords = words.filter(([from, to]) => {
    const { text = '' } = line.tokens[from] ?? {}
    const isAlone = isEdge(line, from - 1) && isEdge(line, to)
    const isOfOne = others.length === 0 && from > (one?.from ?? 0) && line.tokens[from - 1]?.kind === 'mark'
    return (
      isAlone &&
      !isOfOne &&
      LONE_WORD.test(text) &&
      (areSmall || CAPITAL.test(text)) &&
      !isCommonWord(text.toLowerCase()) &&
      !isNameWord(text.toLowerCase()) &&
      !PLACE_ENDING.test(text.toLowerCase())
    )
  })
  if (loneWords.length > names.length) return []
  return loneWords.map(([from, to]) => {
    const text = line.textOf(from, to)
    const { names } = recognizeName(text)
    const [best] = names
    return {
      from,
      to,
      readings: [
        makeReading('text', text, text, { confidence: UNKNOWN }),
        ...(best ? [nameReading(best, text, { confidence: UNKNOWN - 0.1 }, names)] : [])
      ]
    }
  })
}

const isEdge = ({ tokens }: Line, at: number): boolean =>
  at < 0 || at >= tokens.length || APART.has(tokens[at]?.lower ?? '')

function readingsOfPerson(readings: readonly Reading[], own: readonly Span[]): Reading[] {
  const [best, ...others] = readings
  const meant = best
    ? [
        best,
        ...others.filter(
          one =>
            best.kind === 'text' ||
            isOtherSurname(best, one) ||
            [one, best].some(({ note }) => note?.includes(READING_NOTES.oblique))
        )
      ]
    : []
  if (own.length === 0) return meant
  const parts = [partOf(meant), ...partsOf(own.map(one => ({ readings: [...one.readings] })))]
  return combinedOf(parts, meant.length)
}

function itemOf(spans: readonly Span[]): Item[] {
  const [first] = spans
  if (!first) return []
  const parts = partsOf(spans.map(({ readings }) => ({ readings: [...readings] })))
  const readings = parts.length > 1 ? combinedOf(parts) : parts.flat().map(({ reading }) => reading)
  return [{ from: first.from, to: spans.at(-1)?.to ?? first.to, readings }]
}

export function peopleOf(line: Line, values: readonly Span[]): Span[] {
  const names = values.filter(isName)
  if (names.length < 2) return names
  const isWhole = ({ readings: [first], also }: Span): boolean =>
    also !== undefined || (first?.value.includes(' ') ?? false)
  const isSurname = ({ readings: [first] }: Span): boolean =>
    classifyNameWord(first?.value.toLowerCase() ?? '').likeness === 2
  const isParted = (one: Span): boolean => {
    const at = names.indexOf(one)
    const [before, behind] = [names[at - 1], names[at + 1]]
    return (!before || isApart(line, before.to, one.from)) && (!behind || isApart(line, one.to, behind.from))
  }
  // «Примеров Илья; Образцов, ул. Ленина 5»: a town.
  const isTown = ({ to }: Span): boolean =>
    names.some(isWhole) &&
    values.some(({ from, readings: [first] }) => first?.kind === 'address' && from >= to && from <= to + 1)
  const sureness = ({ readings: [first] }: Span): number => first?.confidence ?? 0
  const hasSure = names.some(one => isWhole(one) && sureness(one) >= SURE)
  // Two unknown words beside a sure name: «Лисицын Пётр, отдел комплаенс».
  const isDoubtful = (one: Span): boolean => hasSure && sureness(one) < LIKELY
  return names.filter(one =>
    isWhole(one) ? !isDoubtful(one) : isSurname(one) && isParted(one) && !isTown(one)
  )
}

const isApart = ({ tokens }: Line, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (APART.has(tokens[at]?.lower ?? '')) return true
  return false
}
