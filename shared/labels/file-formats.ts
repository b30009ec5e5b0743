export const FORMAT_LABELS = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  xlsx: 'Excel',
  ftm: 'FollowTheMoney',
  vcard: 'vCard'
} as const
export type FileFormat = keyof typeof FORMAT_LABELS

export const FILE_FORMATS = /* @__PURE__ */ Object.keys(FORMAT_LABELS) as FileFormat[]

export const namesOwnColumns = (format: FileFormat): boolean => format !== 'csv' && format !== 'xlsx'

export const PACKED_LABELS = { gzip: 'сжат gzip', zip: 'в архиве zip' } as const

export const ENCODING_LABELS = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'koi8-r': 'KOI8-R',
  ibm866: 'CP866',
  'x-mac-cyrillic': 'Mac (кириллица)',
  'iso-8859-5': 'ISO-8859-5'
} as const
export type FileEncoding = keyof typeof ENCODING_LABELS

export const FILE_ENCODINGS = /* @__PURE__ */ Object.keys(ENCODING_LABELS) as FileEncoding[]

export const ENCODING_NAMES = [
  'utf-8',
  'utf-16',
  'windows-1251',
  'koi8-r',
  'cp866',
  'mac-cyrillic',
  'iso-8859-5'
] as const

/** Rare ones come from dumps of databases. */
export const DELIMITER_SIGNS = [',', ';', '\t', '|', '||', '~', ':', '\u0001'] as const

export const DELIMITER_LABELS: Record<string, string> = {
  '\t': 'табуляция',
  '\u0001': 'знак с кодом 1 (Hive)'
}

export const DELIMITER_NAMES = /* @__PURE__ */ DELIMITER_SIGNS.map(
  sign => ({ '\t': 'tab', '\u0001': 'x01' })[sign as string] ?? sign
)
