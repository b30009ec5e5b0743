import type { KindReader } from './kind-reader.ts'

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
/** Cars; motorcycles, tractors and trailers; taxis and buses; police. ГОСТ Р 50577-2018. */
const SHAPES = [
  /^([АВЕКМНОРСТУХ])(\d{3})([АВЕКМНОРСТУХ]{2})(\d{2,3})?$/,
  /^()(\d{4})([АВЕКМНОРСТУХ]{2})(\d{2,3})$/,
  /^([АВЕКМНОРСТУХ]{2})(\d{3,4})()(\d{2,3})$/,
  /^([АВЕКМНОРСТУХ])(\d{4})()(\d{2,3})$/
]

/** Normal form: Cyrillic capitals without spaces, «А123ВС77»; the region may be missing. */
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
  return bare.replace(/[\s\-–—|./_*]/g, '').replace(/[A-Z]/g, sign => CYRILLIC_OF[sign] ?? sign)
}

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

export function plateWithoutRegion(normal: string): string {
  return SHAPES[0]?.test(normal) ? normal.slice(0, 6) : normal
}

const inLatin = (plate: string): string =>
  Object.entries(CYRILLIC_OF).reduce((text, [latin, cyrillic]) => text.replaceAll(cyrillic, latin), plate)

const SEPARATED =
  /(?<![\p{L}\d])(?:\p{L}[ ._|/-]{0,3}\d{3}[ ._|/-]{0,3}\p{L}{2}(?:[ ._|/-]{0,3}\d{2,3})?|\d{4}[ ._|/-]{0,3}\p{L}{2}[ ._|/-]{0,3}\d{2,3}|\p{L}{1,2}[ ._|/-]{0,3}\d{3,4}[ ._|/-]{0,3}\d{2,3})(?![\p{L}\d])/gu

export const plate: KindReader = {
  normalize: normalizePlate,
  isValid: isValidPlate,
  format: formatPlate,
  remark: normal => (/\D00$/.test(normal) ? 'region' : undefined),
  shorter: plateWithoutRegion,
  isWord: true,
  writtenForms: value => [value, formatPlate(value)].flatMap(form => [form, inLatin(form)]),
  labels:
    'г/н; т/с; гр зн; государственный номер; госзнак; госномер; гос номер; гос рег знак; гос знак; государственный регистрационный знак; регистрационный знак; рег знак; рег номер; грз; грн; номер авто; номер машины; номер тс; а/м; авто; автомобиль; машина',
  headers: [
    'Госномер',
    'Гос. номер',
    'Г/н',
    'Грз',
    'Гос. рег. знак',
    'Гос. знак',
    'Госзнак',
    'Гос. рег. номер',
    'Государственный номер',
    'Государственный регистрационный знак',
    'Регистрационный знак',
    'Рег. знак',
    'Рег. номер ТС',
    'Номер авто',
    'Номер машины',
    'Номер автомобиля',
    'Номер ТС',
    'Автономер',
    'plate',
    'plate number',
    'license plate',
    'licence plate',
    'car number',
    'reg number',
    'gosnomer'
  ],
  behindLabel: /^[\p{L}\d][\p{L}\d ]{4,12}(?![\p{L}\d]|[./-]\d)/u,
  shapes: [{ form: /^\p{L} ?\d{3} ?\p{L}{2} ?\d{2,3}(?: ?RUS)?$/iu }],
  column: {
    signs: [
      {
        holds: text => /^\p{L}\s?\d{3}\s?\p{L}{2}\s?\d{2,3}$/u.test(text) && normalizePlate(text) !== null,
        enough: 0.8
      }
    ],
    rank: 8,
    isAlone: true
  },
  place: {
    mayHold:
      /[A-Za-zА-Яа-я][ ._|/-]{0,3}\d{3,4}[ ._|/-]{0,3}(?:[A-Za-zА-Яа-я]|\d{2})|\d{4}[ ._|/-]{0,3}[A-Za-zА-Яа-я]{2}/,
    form: SEPARATED
  }
}
