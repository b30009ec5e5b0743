import { FILE_ENCODINGS, type FileEncoding } from '#shared/labels/file-formats.ts'
import { lettersLikeRussian } from './letter-frequency.ts'

export type { FileEncoding }

const NAMES: Record<string, FileEncoding> = {
  utf8: 'utf-8',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  '1251': 'windows-1251',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  koi8: 'koi8-r',
  koi8r: 'koi8-r',
  cp866: 'ibm866',
  dos: 'ibm866',
  '866': 'ibm866',
  'mac-cyrillic': 'x-mac-cyrillic',
  macintosh: 'x-mac-cyrillic',
  mac: 'x-mac-cyrillic',
  iso88595: 'iso-8859-5',
  '8859-5': 'iso-8859-5'
}

const NEWLINE = 10
const RETURN = 13
const ASCII_END = 0x80
/** Share of equal high bytes in UTF-16. */
const HIGH_BYTES_SHARE = 0.8
const UTF16_MIN_BYTES = 8

export function readEncoding(text: string): FileEncoding | null {
  const name = text.trim().toLowerCase()
  return FILE_ENCODINGS.find(encoding => encoding === name) ?? NAMES[name] ?? null
}

export const hasByteOrderMark = (head: Uint8Array): boolean =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/** By mark, or by high bytes of Latin and Cyrillic. */
function detectUtf16(head: Uint8Array): FileEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.length < UTF16_MIN_BYTES) return null
  const high = [0, 0]
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at]
    if (byte === 0 || byte === 4) high[at % 2] = (high[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = high.map(count => count / (head.length / 2))
  if (odd > HIGH_BYTES_SHARE && even < odd / 2) return 'utf-16le'
  return even > HIGH_BYTES_SHARE && odd < even / 2 ? 'utf-16be' : null
}

/** KOI8-U is KOI8-R with Ukrainian letters. */
export const decoderOf = (encoding: FileEncoding, options?: { fatal: boolean }): TextDecoder =>
  new TextDecoder(encoding === 'koi8-r' ? 'koi8-u' : encoding, options)

const ONE_BYTE = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const
const RARE: ReadonlySet<FileEncoding> = new Set<FileEncoding>(['iso-8859-5', 'x-mac-cyrillic'])
/** Margin per letter: capitals of CP866 look like Macintosh. */
const RARE_MARGIN = 0.1

/** UTF-8 when most non-ASCII lines are valid, else the encoding with the most Russian letter frequencies. */
export function detectEncoding(head: Uint8Array): FileEncoding {
  if (hasByteOrderMark(head)) return 'utf-8'
  const utf16 = detectUtf16(head)
  if (utf16) return utf16
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = 0
  let broken = 0
  let start = 0
  while (start < head.length) {
    const newline = head.indexOf(NEWLINE, start)
    if (newline === -1 && start > 0) break
    const line = head.subarray(start, newline === -1 ? head.length : newline)
    if (line.some(byte => byte >= ASCII_END)) {
      if (isValid(line, decoder)) valid += 1
      else broken += 1
    }
    start = newline === -1 ? head.length : newline + 1
  }
  return broken > valid ? likeliestOneByte(head) : 'utf-8'
}

/** «CSV (Macintosh)» ends lines with carriage returns. */
function likeliestOneByte(head: Uint8Array): FileEncoding {
  const isOfMacintosh = head.includes(RETURN) && !head.includes(NEWLINE)
  const margin = RARE_MARGIN * head.reduce((letters, byte) => letters + (byte >= ASCII_END ? 1 : 0), 0)
  const marginOf = (encoding: FileEncoding): number => {
    if (encoding === 'x-mac-cyrillic' && isOfMacintosh) return -margin
    return RARE.has(encoding) ? margin : 0
  }
  const rated = ONE_BYTE.map(encoding => ({
    encoding,
    likeness: lettersLikeRussian(new TextDecoder(encoding).decode(head)) - marginOf(encoding)
  }))
  return rated.reduce((best, other) => (other.likeness > best.likeness ? other : best)).encoding
}

function isValid(bytes: Uint8Array, decoder: TextDecoder): boolean {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
