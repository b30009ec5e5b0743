import { ImportError } from '#api/features/imports/import-error.ts'

/** Less than this is never suspicious, however well it was packed. */
export const FREE_BYTES = 64 * 1024 * 1024
/** Tables become five to forty times smaller; deflate makes nothing more than a thousand times smaller. */
const RATIO_MAX = 100

export class ExpansionError extends ImportError {}

/** Counts unpacked bytes against packed ones and throws an `ImportError` for an archive that unpacks to far too much. */
export function createExpansionGuard(name: string) {
  let unpacked = 0
  /** @param packedSoFar Bytes that the unpacked ones so far are made of, at most. */
  return (bytes: number, packedSoFar: number): void => {
    unpacked += bytes
    if (unpacked > FREE_BYTES && unpacked > packedSoFar * RATIO_MAX)
      throw new ExpansionError(
        `Архив ${name} распаковывается больше чем в ${RATIO_MAX} раз: так бывает у архивов, сделанных, чтобы переполнить диск. ` +
          'Распакуйте его сами и загрузите таблицу, если она настоящая.'
      )
  }
}
