export const ENCODINGS = ['utf-8', 'windows-1251'] as const
export type FileEncoding = (typeof ENCODINGS)[number]

const NAMES: Record<string, FileEncoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'windows-1251': 'windows-1251',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  '1251': 'windows-1251'
}

const NEWLINE = 10
const ASCII_END = 0x80

export const readEncoding = (text: string): FileEncoding | null => NAMES[text.trim().toLowerCase()] ?? null

/** UTF-16 and UTF-32 cannot be split into lines by bytes. */
export const isUtf16 = (head: Uint8Array): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

export const hasByteOrderMark = (head: Uint8Array): boolean =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/**
 * Decided by the non-ASCII lines of the head: a UTF-8 file may have a few broken lines, while hardly a line of
 * Windows-1251 happens to be valid UTF-8.
 */
export function detectEncoding(head: Uint8Array): FileEncoding {
  if (hasByteOrderMark(head)) return 'utf-8'
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
  return broken > valid ? 'windows-1251' : 'utf-8'
}

function isValid(bytes: Uint8Array, decoder: TextDecoder): boolean {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
