const NO_ROOM = '53100'
/** Postgres stopped, or the connection was lost. */
export const LOST_CONNECTION_CODE = /^(57P0[1-3]|08\d\d\d)$|CONNECTION|^E(PIPE|CONN)/

/** The same may succeed later. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errno, code } = error as { errno?: unknown; code?: unknown }
  return (
    LOST_CONNECTION_CODE.test(String(errno)) ||
    LOST_CONNECTION_CODE.test(String(code)) ||
    isConnectionLost(error.cause)
  )
}

/** Russian reason when a load failed without fault of its input; else null. */
export function loadFailure(error: unknown): string | null {
  const { errno, code, cause } = error as { errno?: unknown; code?: unknown; cause?: unknown }
  if (errno === NO_ROOM || code === 'ENOSPC') {
    return 'Кончилось место на диске. Сохранённое цело: освободите место и повторите загрузку, она продолжится с того же места.'
  }
  if (LOST_CONNECTION_CODE.test(String(errno)) || LOST_CONNECTION_CODE.test(String(code))) {
    return 'Связь с базой данных прервалась (бывает и оттого, что на её диске кончилось место). Сохранённое цело: повторите загрузку, она продолжится с того же места.'
  }
  return cause instanceof Error ? loadFailure(cause) : null
}
