import { isIdentifier } from './line-identifiers.ts'
import type { Line, Span } from './spans.ts'

type Place = Pick<Span, 'from' | 'to'>

/** Between two `;`, which line breaks have become. */
interface Segment {
  names: number[]
  values: Span[]
  hasIdentifier: boolean
}

export interface Owned {
  /** Values of each name. */
  own: readonly (readonly Span[])[]
  /** Segments of identifiers that may be anybody's. */
  apart: readonly (readonly Span[])[]
}

/**
 * A value belongs to the name before it in its segment. A segment of identifiers belongs to the one name before it, or
 * to the next where numbers stand first; behind two names it is apart.
 */
export function ownersOf(line: Line, names: readonly Place[], values: readonly Span[]): Owned {
  const segments = segmentsOf(line, names, values)
  const own = names.map((): Span[] => [])
  const apart: (readonly Span[])[] = []
  const isReversed = areNumbersFirst(segments)
  for (const [at, segment] of segments.entries()) {
    if (segment.names.length > 0) {
      for (const value of segment.values) {
        const before = segment.names.findLast(name => (names[name]?.from ?? 0) < value.from)
        own[before ?? segment.names[0] ?? 0]?.push(value)
      }
      continue
    }
    const isNext = isReversed && isOfNumbers(segment)
    const named = isNext
      ? segments.slice(at).find(one => one.names.length > 0)
      : segments.slice(0, at).findLast(one => one.names.length > 0)
    const owner = isNext ? named?.names[0] : named?.names.at(-1)
    if (isOfNumbers(segment) && !isNext && !isOneOwner(segments, at)) apart.push(segment.values)
    else own[owner ?? 0]?.push(...segment.values)
  }
  return { own, apart }
}

const isOfNumbers = ({ names, hasIdentifier }: Segment): boolean => names.length === 0 && hasIdentifier
const isOfNames = ({ names, hasIdentifier }: Segment): boolean => names.length > 0 && !hasIdentifier

/** One name without a number of its own, and no other such name directly before it. */
function isOneOwner(segments: readonly Segment[], at: number): boolean {
  const place = segments.findLastIndex((one, before) => before < at && one.names.length > 0)
  const [before, owner] = [segments[place - 1], segments[place]]
  return owner?.names.length === 1 && isOfNames(owner) && !(before && isOfNames(before))
}

/** Numbers, then whose they are, again and again. */
const areNumbersFirst = (segments: readonly Segment[]): boolean =>
  segments.every(({ names }, at) => {
    const before = segments[at - 1]
    return names.length === 0 || (names.length === 1 && before !== undefined && isOfNumbers(before))
  }) && (segments.at(-1)?.names.length ?? 0) > 0

function segmentsOf({ tokens }: Line, names: readonly Place[], values: readonly Span[]): Segment[] {
  const segments: Segment[] = [{ names: [], values: [], hasIdentifier: false }]
  for (const [at, { text }] of tokens.entries()) {
    if (text === ';') segments.push({ names: [], values: [], hasIdentifier: false })
    const segment = segments.at(-1)
    for (const [name, { from }] of names.entries()) if (from === at) segment?.names.push(name)
    for (const value of values) {
      if (value.from !== at) continue
      segment?.values.push(value)
      const kind = value.readings[0]?.kind
      if (segment && kind !== undefined && isIdentifier(kind)) segment.hasIdentifier = true
    }
  }
  return segments
}
