import { ImportError } from '#api/features/imports/import-error.ts'

/** Never suspicious. */
export const FREE_BYTES = 64 * 1024 * 1024
/** Tables shrink five- to forty-fold. */
const RATIO_MAX = 100

export class ExpansionError extends ImportError {}

/** Compares unpacked and packed bytes. @throws ImportError */
export function createExpansionGuard(name: string) {
  let unpacked = 0
  /** @param packedSoFar Upper bound. */
  return (bytes: number, packedSoFar: number): void => {
    unpacked += bytes
    if (unpacked > FREE_BYTES && unpacked > packedSoFar * RATIO_MAX)
      throw new ExpansionError(
        `Архив ${name} распаковывается больше чем в ${RATIO_MAX} раз: так бывает у архивов, сделанных, чтобы переполнить диск. ` +
          'Распакуйте его сами и загрузите таблицу, если она настоящая.'
      )
  }
}
