import { isIdentifier } from '#shared/identity/query/line-identifiers.ts'
import { CASE_NUMBER, PLAIN_CASE_NUMBER } from '#shared/identity/query/papers/case-numbers.ts'
import { extractPieces } from '#shared/identity/query/pieces.ts'
import { replaceSigns, signAt } from './signs.ts'

/*
 * A line of which each identifier is one sign, so that a pattern of words can neither take it along nor tear it: «штраф
 * А123ВС77 12.03.2010», «приказ 89732041740 от 12.03.2010».
 */

const NUMBER_OF_CASE = new RegExp(CASE_NUMBER, 'giu')
/** Numbers of papers and years that a number behind them would be read together with: «умер в 2010 8 973 204-17-40». */
const OTHER_NUMBER = new RegExp(
  `${PLAIN_CASE_NUMBER}|№ ?\\d{2} ?\\p{L}{2} ?№? ?\\d{6,7}(?!\\d)|(?:подр(?:азделения|\\.)|к/п) ?:? ?\\d{3} ?-? ?\\d{3}(?!\\d)|` +
    '(?<=\\p{L}\\.? )(?:19|20)\\d{2}(?= [+\\d(])',
  'giu'
)
const HAS_DATE = /(?<!\d)\d{1,2}\.\d{1,2}\.\d{4}(?!\d)/
const BEGINS_WITH_NUMBER = /^[\d+(]/

export interface SignedLine {
  text: string
  /** The text with its identifiers as they are written. */
  restore: (text: string) => string
}

/** Null for a line without identifiers. A number behind «договор №» is the paper's, unless a label says otherwise. */
export function withIdentifierSigns(line: string): SignedLine | null {
  const parted = line.replace(OTHER_NUMBER, number => '|'.repeat(number.length))
  const identifiers = extractPieces(parted).pieces.filter(({ readings: [best], at, to }) => {
    return best !== undefined && isIdentifier(best.kind) && !HAS_DATE.test(line.slice(at, to))
  })
  if (identifiers.length === 0) return null
  const cases = [...line.matchAll(NUMBER_OF_CASE)].map(({ 0: span, index }) => [index, index + span.length])
  const isOfCase = (at: number, to: number): boolean =>
    BEGINS_WITH_NUMBER.test(line.slice(at)) && cases.some(([from = 0, end = 0]) => from <= at && to <= end)
  const written = new Map<string, string>()
  let text = ''
  let end = 0
  for (const [order, { readings, at, to }] of identifiers.entries()) {
    if (isOfCase(at, to)) continue
    const sign = signAt(order, readings[0]?.kind === 'passport')
    written.set(sign, line.slice(at, to))
    text += line.slice(end, at) + sign
    end = to
  }
  if (written.size === 0) return null
  return {
    text: text + line.slice(end),
    restore: signed => replaceSigns(signed, written)
  }
}
