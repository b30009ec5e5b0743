import { decoderOf, type FileEncoding } from './encoding.ts'

/** `reason` says why it is unreadable. */
export interface FileLine {
  number: number
  text: string
  reason?: string
}

export const LINE_MAX_BYTES = 1024 * 1024
const SHOWN_CHARS = 2000
const NEWLINE = 10

const TOO_LONG = `строка длиннее ${LINE_MAX_BYTES / 1024 / 1024} МБ`
const NOT_UTF8 = 'байты не в кодировке UTF-8'
const HAS_NUL = 'в строке есть символ NUL'

const withoutReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text)

/** Blocks of lines. Invalid UTF-8, NUL or an endless line spoils only its line. Holds a block and a line. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: FileEncoding
): AsyncGenerator<FileLine[]> {
  const strict = decoderOf(encoding, { fatal: true })
  const lenient = decoderOf(encoding)
  let number = 0
  let carry: Uint8Array[] = []
  let carried = 0
  let skipping = false

  const decodeLine = (bytes: Uint8Array): FileLine => {
    number += 1
    try {
      const text = withoutReturn(strict.decode(bytes))
      return text.includes('\0') ? { number, text, reason: HAS_NUL } : { number, text }
    } catch {
      return { number, text: withoutReturn(lenient.decode(bytes)), reason: NOT_UTF8 }
    }
  }

  const tooLong = (bytes: Uint8Array): FileLine => {
    number += 1
    return { number, text: lenient.decode(bytes.subarray(0, SHOWN_CHARS)), reason: TOO_LONG }
  }

  function decodeBlock(bytes: Uint8Array): FileLine[] {
    try {
      const text = strict.decode(bytes)
      if (!text.includes('\0')) {
        const parts = text.split('\n')
        return parts.map(part => {
          number += 1
          return { number, text: withoutReturn(part) }
        })
      }
    } catch {
      // Line by line below.
    }
    const lines: FileLine[] = []
    let start = 0
    while (start <= bytes.length) {
      const newline = bytes.indexOf(NEWLINE, start)
      const end = newline === -1 ? bytes.length : newline
      lines.push(decodeLine(bytes.subarray(start, end)))
      start = end + 1
    }
    return lines
  }

  for await (let chunk of chunks) {
    if (skipping) {
      const newline = chunk.indexOf(NEWLINE)
      if (newline === -1) continue
      skipping = false
      chunk = chunk.subarray(newline + 1)
    }
    const last = chunk.lastIndexOf(NEWLINE)
    if (last !== -1) {
      const block = Buffer.concat([...carry, chunk.subarray(0, last)])
      yield decodeBlock(block)
      carry = []
      carried = 0
    }
    const rest = chunk.subarray(last + 1)
    if (rest.length > 0) {
      carry.push(rest)
      carried += rest.length
    }
    if (carried > LINE_MAX_BYTES) {
      yield [tooLong(Buffer.concat(carry))]
      carry = []
      carried = 0
      skipping = true
    }
  }
  if (carried > 0) yield decodeBlock(Buffer.concat(carry))
}
