/** How a source stands to a value: `part` agrees and says less, `missing` says nothing. */
export type Support = 'agree' | 'part' | 'contradict' | 'missing'

/** One source in a strip. */
export interface StripCell {
  number: number
  tone: Support
}

export interface StripView {
  cells: StripCell[]
  /** Sources of the answer that found no room. */
  rest: number
  /** «подтверждают источники 1, 2; частично 4; расходится 3; нет данных 5». */
  label: string
}

const ROOM = 8
/** With «ещё 4» after them, so that the whole is no wider than eight. */
const ROOM_BEFORE_REST = 6

/**
 * The sources of an answer in their order, as they stand to one value. With more than eight, those that say something
 * of the person stay.
 *
 * @param support How each of the sources that say something stands to it, by number.
 * @param witnesses Numbers of the sources that hold records of the person; null when all of them matter.
 */
export function stripOf(
  all: number[],
  support: ReadonlyMap<number, Support>,
  witnesses: number[] | null = null
): StripView {
  const cells = all.map(number => ({ number, tone: support.get(number) ?? ('missing' as const) }))
  const label = labelOf(cells)
  if (cells.length <= ROOM) return { cells, rest: 0, label }
  const rank = ({ number, tone }: StripCell) => (tone !== 'missing' ? 0 : witnesses?.includes(number) ? 1 : 2)
  const visible = cells
    .filter(cell => rank(cell) < 2)
    .sort((a, b) => rank(a) - rank(b) || a.number - b.number)
    .slice(0, ROOM_BEFORE_REST)
    .sort((a, b) => a.number - b.number)
  return { cells: visible, rest: cells.length - visible.length, label }
}

function labelOf(cells: StripCell[]): string {
  const list = (tone: Support) => cells.filter(cell => cell.tone === tone).map(({ number }) => number)
  const [agreeing, part, contradicting, missing] = [
    list('agree'),
    list('part'),
    list('contradict'),
    list('missing')
  ]
  return [
    agreeing.length &&
      `${agreeing.length > 1 ? 'подтверждают источники' : 'подтверждает источник'} ${agreeing.join(', ')}`,
    part.length && `частично ${part.join(', ')}`,
    contradicting.length &&
      `${contradicting.length > 1 ? 'расходятся' : 'расходится'} ${contradicting.join(', ')}`,
    missing.length && `нет данных ${missing.join(', ')}`
  ]
    .filter(Boolean)
    .join('; ')
}
