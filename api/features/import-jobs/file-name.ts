import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/** File systems take 255 bytes; the list of rejected rows is called like its file with some more. */
const NAME_MAX_BYTES = 180
const ENDING = /(?:\.[a-z0-9]{1,8}){1,2}$/i
const NOT_IN_NAMES = /[<>:"|?*]/g

const TABLE_ENDING = /(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|xlsx))?(?:\.(?:gz|zip))?$/i

/** What the list of rejected rows of a file is called where it is kept: «клиенты — отклонённые строки.csv». */
export const rejectsName = (fileName: string): string =>
  `${fileName.replace(TABLE_ENDING, '')} — отклонённые строки.csv`

/**
 * A name for a file in a folder of its own: without folders, signs that cannot be seen, and dots at its beginning. Null when
 * nothing is left.
 */
export function cleanFileName(typedName: string): string | null {
  const last = typedName.split(/[/\\]/).at(-1) ?? ''
  const name = sanitizeText(last).replace(NOT_IN_NAMES, '_').replace(/^\.+/, '').trim()
  if (name === '' || !/[\p{L}\p{N}]/u.test(name)) return null
  if (Buffer.byteLength(name) <= NAME_MAX_BYTES) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  let stem = ''
  for (const sign of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + sign + ending) > NAME_MAX_BYTES) break
    stem += sign
  }
  return stem + ending
}
