const LABEL =
  /^(?:гос\.?\s?номер|госномер|гос\.?\s?знак|госзнак|г\/н|грз|номер машины|номер авто|номер|авто|plate)[\s:№.\-–—]{0,4}/i
const CYRILLIC_OF: Record<string, string> = {
  A: 'А',
  B: 'В',
  E: 'Е',
  K: 'К',
  M: 'М',
  H: 'Н',
  O: 'О',
  P: 'Р',
  C: 'С',
  T: 'Т',
  Y: 'У',
  X: 'Х'
}
const LETTER = '[АВЕКМНОРСТУХ]'
/** Cars; motorcycles, tractors and trailers; taxis and buses; police. ГОСТ Р 50577-2018. */
const SHAPES = [
  new RegExp(`^(${LETTER})(\\d{3})(${LETTER}{2})(\\d{2,3})?$`),
  new RegExp(`^()(\\d{4})(${LETTER}{2})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{3,4})()(\\d{2,3})$`),
  new RegExp(`^(${LETTER})(\\d{4})()(\\d{2,3})$`)
]

/** Normal form: Cyrillic capitals without spaces, «А123ВС77»; the region may be missing. Latin homoglyphs become Cyrillic. */
export function normalizePlate(text: string): string | null {
  if (text.length > 40) return null
  const plate = inCyrillic(text)
  if (!isValidPlate(plate)) return null
  return /^\D*0{3,4}\D/.test(plate) ? null : plate
}

function inCyrillic(text: string): string {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(LABEL, '')
    .toUpperCase()
    .replace(/RUS|РУС/, '')
  return [...bare.replace(/[\s\-–—|./_*]/g, '')].map(sign => CYRILLIC_OF[sign] ?? sign).join('')
}

/** One of the shapes in use. */
function isValidPlate(normal: string): boolean {
  return SHAPES.some(shape => shape.test(normal))
}

/** «А123ВС 77», «1234АВ 77». */
export function formatPlate(normal: string): string {
  for (const shape of SHAPES) {
    const parts = shape.exec(normal)
    if (parts) return `${parts[1]}${parts[2]}${parts[3]}${parts[4] ? ` ${parts[4]}` : ''}`
  }
  return normal
}

/** The plate without its region, by which one that was typed without it is found. */
export function plateWithoutRegion(normal: string): string {
  return SHAPES[0]?.test(normal) ? normal.slice(0, 6) : normal
}
