import type { Reading } from '#shared/contracts/reading.ts'
import { rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import { withNote } from '#shared/identity/reading/reading.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

const NUMBER = /[+(]{0,2}\d.*$/su

export function withLettersNoted(
  { text, digits }: Line,
  from: number,
  to: number,
  readings: readonly Reading[]
): readonly Reading[] {
  const written = text.slice(from, to)
  const meant = digits.slice(from, to)
  if (written === meant) return readings
  const note = `${READING_NOTES.letters} ${NUMBER.exec(meant)?.[0].trimEnd() ?? meant}`
  const terms = written.split(' ').filter(Boolean)
  return readings.map(one => ({ ...withNote(one, note), terms }))
}

const DIGIT = /\d/

const isOfDigits = ({ kind }: Reading): boolean => {
  const identifier = kindOfReading(kind)
  return identifier !== null && rulesOf(identifier).ofDigits === true
}

/** Also finds numbers with letters for digits. */
export function readTwice(line: Line, recognize: Recognizer): Span[] {
  const spans = recognize(line)
  const { text, digits, tokens } = line
  if (digits === text) return spans
  const meant = {
    ...line,
    text: digits,
    textOf: (from: number, to: number) =>
      to > from ? digits.slice(tokens[from]?.from, tokens[to - 1]?.to) : ''
  }
  const others = recognize(meant).flatMap((span): Span[] => {
    let end = span.to
    // «7.9732041740E10» has fewer digits than signs.
    while (digits[(tokens[end]?.to ?? 0) - 1] === ' ') end += 1
    const [from, to] = [tokens[span.from]?.from ?? 0, tokens[end - 1]?.to ?? 0]
    const readings = span.readings.filter(isOfDigits)
    if (readings.length === 0 || text.slice(from, to) === digits.slice(from, to)) return []
    return [{ ...span, to: end, readings: withLettersNoted(line, from, to, readings) }]
  })
  // «ИНН 0012041753З»: letters continue the number.
  const goesOn = ({ to, readings }: Span): boolean => {
    const end = tokens[to - 1]?.to ?? 0
    return (
      readings.some(isOfDigits) && DIGIT.test(digits.charAt(end)) && text.charAt(end) !== digits.charAt(end)
    )
  }
  return [...spans.filter(span => !goesOn(span)), ...others]
}

/** Skips numbers whose letters are meant: «в/у 77ОО123456». */
export function numbersBeside(
  { text, digits, tokens }: Line,
  numbers: readonly Span[],
  labelled: readonly Span[]
): Span[] {
  const ofLetters = labelled.filter(({ readings }) => !readings.some(isOfDigits))
  return numbers.filter(({ from, to }) => {
    const [begin, end] = [tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0]
    const isOfOther = ofLetters.some(other => from < other.to && other.from < to)
    return !isOfOther || text.slice(begin, end) === digits.slice(begin, end)
  })
}
