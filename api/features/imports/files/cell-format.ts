const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Excel takes 1900 for a leap year. */
const LEAP_DAY = 60
const SINCE_1904 = 1462
const LAST_SERIAL = 2_958_465
const EXACT_DIGITS = 15

export interface CellFormat {
  date: boolean
  time: boolean
  zeros: number
}

export const PLAIN: CellFormat = { date: false, time: false, zeros: 0 }

/** Excel's own formats, which workbooks omit. */
function builtInFormat(id: number): CellFormat {
  const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)
  if (isDate) return { ...PLAIN, date: true }
  if (id === 22) return { ...PLAIN, date: true, time: true }
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)
    ? { ...PLAIN, time: true }
    : PLAIN
}

/** @param code `dd.mm.yyyy;@` */
export function readFormat(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return builtInFormat(id)
  const signs =
    code
      .replace(/"[^"]*"|\\.|_.|\*./g, '')
      .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
      .split(';')[0]
      ?.toLowerCase() ?? ''
  if (/general|основной/.test(signs)) return PLAIN
  const zeros = /^0{2,}$/.test(signs) ? signs.length : 0
  return { date: /[dyдг]/.test(signs), time: /[hsч]/.test(signs), zeros }
}

const two = (part: number): string => String(part).padStart(2, '0')

/** «14.03.1981», or null. */
export function dayOfSerial(serial: number, since1904 = false): string | null {
  const days = since1904 ? serial + SINCE_1904 : serial
  if (!(days >= 1 && days <= LAST_SERIAL)) return null
  const date = new Date(EPOCH + Math.floor(days < LEAP_DAY ? days + 1 : days) * DAY_MS)
  return `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
}

function timeOfSerial(serial: number): string {
  const minutes = Math.round((serial - Math.floor(serial)) * 24 * 60) % (24 * 60)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** As Excel shows it, without an exponent. */
export function formatNumber(raw: string, { date, time, zeros }: CellFormat, since1904: boolean): string {
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  if (date || time) {
    const day = date ? dayOfSerial(number, since1904) : null
    const hours = time && (number % 1 !== 0 || !date) ? timeOfSerial(number) : ''
    if (!date) return hours
    if (day !== null) return hours === '' ? day : `${day} ${hours}`
  }
  if (Number.isInteger(number) && Math.abs(number) < 10 ** EXACT_DIGITS)
    return BigInt(number).toString().padStart(zeros, '0')
  return String(Number(number.toPrecision(EXACT_DIGITS)))
}

const ESCAPED = /_x([\dA-Fa-f]{4})_/g

/** ST_Xstring: `_x000D_` is a carriage return, `_x005F_` an underline. */
export function readXstring(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed()
}
