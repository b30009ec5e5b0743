import type { Tone } from './reason-tone.ts'

/** One source in a strip. */
export interface Cell {
  number: number
  tone: Tone
}

export interface StripView {
  cells: Cell[]
  /** Sources of the answer that found no room. */
  rest: number
  /** «подтверждают источники 1, 2, 4; расходится 3; нет данных 5». */
  label: string
}

const ROOM = 8
/** With «ещё 4» after them, so that the whole is no wider than eight. */
const ROOM_BEFORE_REST = 6

/**
 * The sources of an answer in their order, as they stand to one value. With more than eight, those that say something
 * of the person stay.
 *
 * @param about Numbers of the sources that hold records of the person; null when all of them matter.
 */
export function stripOf(
  all: number[],
  yes: number[],
  no: number[],
  about: number[] | null = null
): StripView {
  const tone = (number: number): Tone => (yes.includes(number) ? 'yes' : no.includes(number) ? 'no' : 'none')
  const cells = all.map(number => ({ number, tone: tone(number) }))
  const label = labelOf(cells)
  if (cells.length <= ROOM) return { cells, rest: 0, label }
  const rank = ({ number, tone }: Cell) => (tone !== 'none' ? 0 : about?.includes(number) ? 1 : 2)
  const kept = cells
    .filter(cell => rank(cell) < 2)
    .sort((a, b) => rank(a) - rank(b) || a.number - b.number)
    .slice(0, ROOM_BEFORE_REST)
    .sort((a, b) => a.number - b.number)
  return { cells: kept, rest: cells.length - kept.length, label }
}

function labelOf(cells: Cell[]): string {
  const list = (tone: Tone) => cells.filter(cell => cell.tone === tone).map(({ number }) => number)
  const [yes, no, none] = [list('yes'), list('no'), list('none')]
  return [
    yes.length && `${yes.length > 1 ? 'подтверждают источники' : 'подтверждает источник'} ${yes.join(', ')}`,
    no.length && `${no.length > 1 ? 'расходятся' : 'расходится'} ${no.join(', ')}`,
    none.length && `нет данных ${none.join(', ')}`
  ]
    .filter(Boolean)
    .join('; ')
}
