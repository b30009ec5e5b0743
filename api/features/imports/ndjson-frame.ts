/** How the lines of a file are written around their values: most programs write every line alike. */
export interface LineFrame {
  /** Keys of the object, in their order. */
  keys: string[]
  /** The values of a line that differs in nothing else; null for any other line. */
  valuesOf(line: string): string[] | null
}

/** An escape, or a sign that JSON forbids inside a text: such a line is read as JSON. */
const ESCAPED = /[\\\p{Cc}]/u
const PAIR = /"?[^"]*"([^"]*)"\s*:\s*"([^"]*)/y

/**
 * Learns the frame of a line from what it was read as; null when its values are not all plain texts. Whatever fits into
 * the frame is JSON of the same keys, so it needs no reading as JSON, which costs several times as much.
 */
export function frameOf(line: string, object: object): LineFrame | null {
  if (ESCAPED.test(line)) return null
  const pieces: string[] = []
  let from = 0
  for (const [key, value] of Object.entries(object)) {
    PAIR.lastIndex = from
    const pair = PAIR.exec(line)
    if (pair?.[1] !== key || pair[2] !== value) return null
    const end = from + pair[0].length
    pieces.push(line.slice(from, end - value.length))
    from = end
  }
  const last = line.slice(from)
  if (!/^"\s*\}\s*$/.test(last)) return null

  return {
    keys: Object.keys(object),
    valuesOf(line) {
      if (ESCAPED.test(line) || !line.endsWith(last)) return null
      const values: string[] = []
      let at = 0
      for (const piece of pieces) {
        if (!line.startsWith(piece, at)) return null
        const start = at + piece.length
        at = line.indexOf('"', start)
        if (at === -1) return null
        values.push(line.slice(start, at))
      }
      return at + last.length === line.length ? values : null
    }
  }
}
