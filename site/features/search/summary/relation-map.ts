import type { Person } from '#shared/contracts/person.ts'
import { recordsText } from '#site/features/search/people/people-view.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { count } from '#site/features/search/texts.ts'
import { type RelatedPerson, relatedPeopleOf, type SharedThing } from './related-view.ts'

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
  /** SVG path data of the lines. */
  lines: string
  /** Connected people who found no room. */
  rest: number
  /** The whole map as a sentence. */
  sentence: string
}

export const MAP_WIDTH = 900
export const BOX_HEIGHT = 48
const STEP = 72
const LEFT = { x: 2, width: 222 }
const MIDDLE = { x: 336, width: 222 }
const RIGHT = { x: 650, width: 248 }
const ROOM = 8
const ROOM_CHARS = 28
const NOTE_CHARS = 38

/**
 * The chosen person left, connected people right, what they share between; each person and each thing is one box. Null
 * when nobody is connected: one card alone is no map.
 */
export function relationMap(person: Person, results: Results): RelationMap | null {
  const all = relatedPeopleOf(person, results)
  const relatives = all.slice(0, ROOM)
  if (relatives.length === 0) return null
  const things = [...thingsOf(relatives, person, results).values()]
  const rows = Math.max(relatives.length, things.length)
  const topOf = (row: number, count: number) => 2 + (row + (rows - count) / 2) * STEP
  const middle = topOf(0, 1)
  const boxes: Box[] = [
    {
      kind: 'me',
      ...LEFT,
      y: middle,
      title: fitted(person.name),
      note: recordsText(person)
    }
  ]
  let lines = ''
  for (const [row, { thing, numbers, holders }] of things.entries()) {
    const y = topOf(row, things.length)
    const note = `${THINGS[thing.kind]}, ${count(numbers.size, 'source')}`
    boxes.push({ kind: 'thing', ...MIDDLE, y, title: fitted(thing.value), note })
    lines += curve(LEFT.x + LEFT.width, middle, MIDDLE.x, y)
    for (const at of holders) lines += curve(MIDDLE.x + MIDDLE.width, y, RIGHT.x, topOf(at, relatives.length))
  }
  for (const [row, { name, things: shared }] of relatives.entries())
    boxes.push({
      kind: 'other',
      ...RIGHT,
      y: topOf(row, relatives.length),
      title: fitted(name),
      note: clipped(wordsOf(shared), NOTE_CHARS)
    })
  return {
    height: topOf(rows - 1, rows) + BOX_HEIGHT + 2,
    boxes,
    lines,
    rest: all.length - relatives.length,
    sentence: `${person.name} и связанные лица: ${relatives.map(listed).join('; ')}.`
  }
}

interface ThingOnMap {
  thing: SharedThing
  numbers: Set<number>
  /** Places of the people who share it. */
  holders: number[]
}

function thingsOf(relatives: RelatedPerson[], person: Person, results: Results): Map<string, ThingOnMap> {
  const things = new Map<string, ThingOnMap>()
  for (const [at, relative] of relatives.entries())
    for (const thing of relative.things) {
      const key = `${thing.kind} ${thing.value}`
      const onMap = things.getOrInsertComputed(key, () => ({
        thing,
        numbers: new Set(ownSources(thing, person, results)),
        holders: []
      }))
      for (const number of thing.numbers) onMap.numbers.add(number)
      if (!onMap.holders.includes(at)) onMap.holders.push(at)
    }
  return things
}

/** Numbers of the sources that state it of the person. */
const ownSources = ({ value }: SharedThing, { summary }: Person, { numbers }: Results): number[] =>
  summary
    .filter(row => row.value === value)
    .flatMap(({ sources }) => sources.flatMap(source => numbers.get(source) ?? []))

const THINGS: Record<SharedThing['kind'], string> = {
  address: 'адрес',
  phone: 'телефон',
  workplace: 'место работы'
}

/** What the relations are, each once: the list above has the rest of each word. */
const wordsOf = (things: SharedThing[]): string =>
  [...new Set(things.map(({ text }) => text.split(':')[0] ?? text))].join(', ')

const listed = ({ name, things }: RelatedPerson): string =>
  `${name} (${things.map(({ text, value }) => `${text}, ${value}`).join('; ')})`

/** A text that fits a box: an address loses its beginning, which many share; anything else its end. */
function fitted(text: string): string {
  if (text.length <= ROOM_CHARS) return text
  const [, ...rest] = text.split(', ')
  return rest.length > 0 ? fitted(rest.join(', ')) : clipped(text, ROOM_CHARS)
}

const clipped = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, room - 1)}…`

function curve(x1: number, top1: number, x2: number, top2: number): string {
  const [y1, y2, middle] = [top1 + BOX_HEIGHT / 2, top2 + BOX_HEIGHT / 2, (x1 + x2) / 2]
  return y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
