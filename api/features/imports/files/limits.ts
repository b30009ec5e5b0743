import { LimitError } from '#api/features/imports/import-error.ts'
import { IMPORT_COLUMNS_MAX } from '#shared/constants.ts'

/**
 * How many of each a file may hold. A list is limited by its entries, since each takes memory and time whatever few signs
 * it is written with. Programs that write tables stay far below.
 */
const FILE_LIMITS = {
  /** Excel itself sets none; a book with a sheet for each day has 366. */
  sheets: { most: 1_000, of: 'листов' },
  /** An archive has as many parts at most, and each is linked once. */
  links: { most: 10_000, of: 'связей между частями' },
  /** Of Excel: different formats of cells in a workbook. */
  styles: { most: 65_490, of: 'стилей ячеек' },
  /** Of Excel, in the language version with the most: number formats of a workbook's own. */
  formats: { most: 250, of: 'числовых форматов' },
  /** Of Excel. */
  formatSigns: { most: 255, of: 'знаков в числовом формате' },
  /** No number of a document or an account has as many. */
  formatDigits: { most: 40, of: 'нулей в числовом формате' },
  /** Four columns of unlike texts in each of Excel's 1,048,576 rows. */
  texts: { most: 4_194_304, of: 'разных текстов' },
  /** Half a gigabyte, with two bytes a sign. */
  textSigns: { most: 256 * 1024 * 1024, of: 'знаков в текстах' },
  columns: { most: IMPORT_COLUMNS_MAX, of: 'колонок' }
} as const

const ADVICE: Partial<Record<keyof typeof FILE_LIMITS, string>> = {
  columns: 'Уберите лишние или проверьте, тем ли знаком разделены значения.'
}
const SAVE_AS_CSV = 'Сохраните нужный лист как «CSV UTF-8» и загрузите его.'

/** Throws a `LimitError` for a count over its limit. */
export function checkLimit(limit: keyof typeof FILE_LIMITS, count: number, file?: string): void {
  const { most, of } = FILE_LIMITS[limit]
  if (count <= most) return
  const what = file === undefined ? 'В таблице' : `В книге ${file}`
  throw new LimitError(
    `${what} ${of} больше ${most.toLocaleString('ru-RU')}: столько не читается. ${ADVICE[limit] ?? SAVE_AS_CSV}`
  )
}
