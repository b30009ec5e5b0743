import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count, LABEL_TEXTS } from '#site/features/search/texts.ts'
import { type Relative, relativesOf } from './related-view.ts'

/** A box of the map; `me` is the chosen person, a `thing` is shared by two people. */
export interface Box {
  kind: 'me' | 'thing' | 'other'
  x: number
  y: number
  width: number
  title: string
  note: string
}

export interface RelationMap {
  height: number
  boxes: Box[]
  /** SVG path data of the lines that are sure, and of those that are «вероятно». */
  sure: string
  maybe: string
  /** The whole map as a sentence. */
  sentence: string
}

export const MAP_WIDTH = 900
export const BOX_HEIGHT = 48
const STEP = 72
const LEFT = { x: 2, width: 222 }
const MIDDLE = { x: 342, width: 216 }
const RIGHT = { x: 668, width: 230 }
const ROOM = 8
const ROOM_CHARS = 28

/**
 * The chosen person left, connected people right, what they share between, level with its people. Null when nobody is
 * connected: one card alone is no map.
 */
export function relationMap(person: Person, results: Results): RelationMap | null {
  const relatives = relativesOf(person, results).slice(0, ROOM)
  if (relatives.length === 0) return null
  const top = (row: number) => 2 + row * STEP
  const middle = top((relatives.length - 1) / 2)
  const note = count(person.record_ids.length, 'record')
  const boxes: Box[] = [{ kind: 'me', ...LEFT, y: middle, title: fitted(person.name), note }]
  const lines = { sure: '', maybe: '' }
  let row = 0
  for (const members of Map.groupBy(relatives, one => one.text).values()) {
    const [first] = members
    if (!first) continue
    const y = top(row + (members.length - 1) / 2)
    boxes.push({ kind: 'thing', ...MIDDLE, y, ...thingOf(first) })
    lines.sure += curve(LEFT.x + LEFT.width, middle, MIDDLE.x, y)
    for (const { name, person: other } of members) {
      const side = other?.label === 'probable' ? 'maybe' : 'sure'
      const word = side === 'maybe' ? 'вероятно то же лицо' : LABEL_TEXTS.related
      boxes.push({ kind: 'other', ...RIGHT, y: top(row), title: fitted(name), note: word })
      lines[side] += curve(MIDDLE.x + MIDDLE.width, y, RIGHT.x, top(row))
      row += 1
    }
  }
  const listing = relatives.map(({ name, text }) => `${name} (${text})`).join('; ')
  return {
    height: top(row - 1) + BOX_HEIGHT + 2,
    boxes,
    ...lines,
    sentence: `${person.name} и связанные лица: ${listing}.`
  }
}

const THINGS: Record<Relative['kind'], string> = { address: 'адрес', phone: 'телефон' }

/** What somebody shares with the person, and how many sources say so. */
function thingOf({ kind, value, numbers }: Relative): { title: string; note: string } {
  return { title: fitted(value), note: `${THINGS[kind]}, ${count(numbers.length, 'source')}` }
}

/** A text that fits a box: an address loses its beginning, which many share; anything else its end. */
function fitted(text: string): string {
  if (text.length <= ROOM_CHARS) return text
  const [, ...rest] = text.split(', ')
  return rest.length > 0 ? fitted(rest.join(', ')) : `${text.slice(0, ROOM_CHARS - 1)}…`
}

function curve(x1: number, top1: number, x2: number, top2: number): string {
  const [y1, y2, middle] = [top1 + BOX_HEIGHT / 2, top2 + BOX_HEIGHT / 2, (x1 + x2) / 2]
  return y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
