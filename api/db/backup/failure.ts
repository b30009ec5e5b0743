import { BackupError } from './archive.ts'

const NO_ROOM = ['ENOSPC', '53100']
/** Postgres was stopped or restarted, or the connection was lost. */
const GONE = /^(57P0[1-3]|08\d\d\d)$|CONNECTION|^E(PIPE|CONN)/
const NO_ACCESS = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR']

const ANSWERED = 'ERR_POSTGRES_SERVER_ERROR'

const codesOf = (error: unknown): string[] => {
  const { errno, code } = error as { errno?: unknown; code?: unknown }
  return [String(errno), String(code)]
}

/** Whether the database did not say what became of the last statement. */
export function isUnanswered(error: unknown): boolean {
  const codes = codesOf(error)
  return !codes.includes(ANSWERED) || codes.some(each => GONE.test(each))
}

/** What the operator can put right as a `BackupError`; any other error as it is. */
export function explained(error: unknown, path: string): unknown {
  const codes = codesOf(error)
  if (codes.some(each => NO_ROOM.includes(each)))
    return new BackupError(
      'Кончилось место на диске. Ничего не изменено: освободите место и повторите команду.'
    )
  if (codes.some(each => GONE.test(each)))
    return new BackupError('Связь с базой данных прервалась. Ничего не изменено: повторите команду.')
  if (codes.some(each => NO_ACCESS.includes(each)))
    return new BackupError(`Файл ${path} не записать (${codes[1]}). Проверьте папку и права.`)
  return error
}
