import { READING_NOTES } from '#shared/labels/readings.ts'
import type { Cover } from './cover.ts'
import type { Line, Span } from './spans.ts'

export interface Item {
  from: number
  to: number
  span?: Span
}

/** Spans and unexplained tokens in order, without signs. */
export function itemsOf(line: Line, { spans }: Cover): Item[] {
  const items: Item[] = []
  let at = 0
  const take = (to: number): void => {
    for (; at < to; at += 1) if (line.tokens[at]?.kind !== 'mark') items.push({ from: at, to: at + 1 })
  }
  for (const span of spans) {
    take(span.from)
    items.push({ from: span.from, to: span.to, span })
    at = span.to
  }
  take(line.tokens.length)
  return items
}

/** The line without dropped spans and the signs beside them. */
export function keptOf(line: Line, { spans }: Cover): string {
  const dropped = spans.filter(
    ({ treatment, note }) =>
      (treatment === 'drop' || treatment === 'besides') && note !== READING_NOTES.rowNumber
  )
  if (dropped.length === 0) return line.text
  let text = ''
  let at = 0
  for (const { from, to } of dropped) {
    text += `${line.text.slice(at, line.tokens[from]?.from)} `
    at = line.tokens[to - 1]?.to ?? at
  }
  text = `${text}${line.text.slice(at)}`
    .replace(/[([] *[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;|])/g, '')
    .replace(/[,;|](?: ?[,;|])+/g, signs => (signs.includes(';') ? ';' : signs.charAt(0)))
    .replace(/^[\s,;|]+|[\s,;|([]+$/g, '')
  return /[\p{L}\d]/u.test(text) ? text : line.text
}

export function textsOf(line: Line, items: readonly Item[], words: ReadonlySet<Item>): string[] {
  const texts: string[] = []
  let run: Item[] = []
  const end = (): void => {
    const [first] = run
    if (!first) return
    const text = line.textOf(first.from, run.at(-1)?.to ?? first.to)
    const bare =
      first.span?.treatment === 'words' && run.length === 1 ? text : text.replace(/^[^\p{L}\p{N}]+/u, '')
    if (bare !== '') texts.push(bare)
    run = []
  }
  for (const item of items)
    if (words.has(item)) run.push(item)
    else end()
  end()
  return texts
}
