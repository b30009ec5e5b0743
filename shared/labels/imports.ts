import type { ColumnEvidence } from '#shared/contracts/imports.ts'

/** By what a column was told, after its kind: «Телефон: по названию и значениям». */
export const EVIDENCE_LABELS: Record<ColumnEvidence, string> = {
  map: 'по файлу соответствий',
  source: 'как в источнике',
  both: 'по названию и значениям',
  header: 'по названию',
  values: 'по значениям',
  values_against_header: 'по значениям, вопреки названию',
  none: 'не распознана'
}

export const FORMAT_LABELS = { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'книга Excel' } as const
export const PACKED_LABELS = { gzip: 'сжат gzip', zip: 'в архиве zip' } as const

export const ENCODING_LABELS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'koi8-r': 'KOI8-R',
  ibm866: 'CP866'
}

export const DELIMITER_LABELS: Record<string, string> = { '\t': 'табуляция' }
