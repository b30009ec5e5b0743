import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/** Leaves room for the suffix of the rejects within 255 bytes. */
const NAME_MAX_BYTES = 180
const ENDING = /(?:\.[a-z0-9]{1,8}){1,2}$/i
const NOT_IN_NAMES = /[<>:"|?*]/g

const TABLE_ENDING = /(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|xlsx))?(?:\.(?:gz|zip))?$/i

/** «клиенты — отклонённые строки.csv» */
export const rejectsName = (fileName: string): string =>
  `${fileName.replace(TABLE_ENDING, '')} — отклонённые строки.csv`

/** Without folders, invisible signs and leading dots. Null when nothing is left. */
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
