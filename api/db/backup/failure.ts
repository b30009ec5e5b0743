import { LOST_CONNECTION_CODE } from '#api/db/load-failure.ts'
import { BackupError } from './archive.ts'

const NO_ROOM = ['ENOSPC', '53100']
const NO_ACCESS = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR']

const ANSWERED = 'ERR_POSTGRES_SERVER_ERROR'

const codesOf = (error: unknown): string[] => {
  const { errno, code } = error as { errno?: unknown; code?: unknown }
  return [String(errno), String(code)]
}

/** The outcome of the last statement is unknown. */
export function isUnanswered(error: unknown): boolean {
  const codes = codesOf(error)
  return !codes.includes(ANSWERED) || codes.some(each => LOST_CONNECTION_CODE.test(each))
}

/** Integrity constraint violation. */
const VIOLATION = /^23\d{3}$/

/** A row that the tables of now refuse, of a copy whose sum is right: somebody past the program put it there. */
export function refusedRow(error: unknown, name: string): unknown {
  if (!codesOf(error).some(each => VIOLATION.test(each))) return error
  const { table, constraint } = error as { table?: string; constraint?: string }
  const where = [table && `таблица ${table}`, constraint && `условие ${constraint}`]
    .filter(Boolean)
    .join(', ')
  return new BackupError(
    `В копии ${name} есть строка, которой там быть не может (${where}). Ничего не изменено. Такую строку вносят мимо программы: возьмите более раннюю копию.`,
    { cause: error }
  )
}

/** Turns what an operator can fix into a `BackupError`. */
export function explained(error: unknown, path: string): unknown {
  const codes = codesOf(error)
  if (codes.some(each => NO_ROOM.includes(each)))
    return new BackupError(
      'Кончилось место на диске. Ничего не изменено: освободите место и повторите команду.'
    )
  if (codes.some(each => LOST_CONNECTION_CODE.test(each)))
    return new BackupError('Связь с базой данных прервалась. Ничего не изменено: повторите команду.')
  if (codes.some(each => NO_ACCESS.includes(each)))
    return new BackupError(`Файл ${path} не записать (${codes[1]}). Проверьте папку и права.`)
  return error
}
