import { LimitError } from '#api/features/imports/import-error.ts'
import { IMPORT_COLUMNS_MAX } from '#shared/constants.ts'

/** Limits entries, because each costs memory and time. Real programs stay far below. */
const FILE_LIMITS = {
  /** A sheet a day makes 366. */
  sheets: { most: 1_000, of: 'листов' },
  /** As many as parts of an archive. */
  links: { most: 10_000, of: 'связей между частями' },
  styles: { most: 65_490, of: 'стилей ячеек' },
  formats: { most: 250, of: 'числовых форматов' },
  formatSigns: { most: 255, of: 'знаков в числовом формате' },
  /** Longer than any number of a document. */
  formatDigits: { most: 40, of: 'нулей в числовом формате' },
  /** Four text columns in 1,048,576 rows. */
  texts: { most: 4_194_304, of: 'разных текстов' },
  textSigns: { most: 256 * 1024 * 1024, of: 'знаков в текстах' },
  columns: { most: IMPORT_COLUMNS_MAX, of: 'колонок' }
} as const

const ADVICE: Partial<Record<keyof typeof FILE_LIMITS, string>> = {
  columns: 'Уберите лишние или проверьте, тем ли знаком разделены значения.'
}
const SAVE_AS_CSV = 'Сохраните нужный лист как «CSV UTF-8» и загрузите его.'

/** @throws LimitError */
export function checkLimit(limit: keyof typeof FILE_LIMITS, count: number, file?: string): void {
  const { most, of } = FILE_LIMITS[limit]
  if (count <= most) return
  const what = file === undefined ? 'В таблице' : `В книге ${file}`
  throw new LimitError(
    `${what} ${of} больше ${most.toLocaleString('ru-RU')}: столько не читается. ${ADVICE[limit] ?? SAVE_AS_CSV}`
  )
}

/** Of a value; a longer one refuses its row. */
export const VALUE_MAX_CHARS = 10_000
