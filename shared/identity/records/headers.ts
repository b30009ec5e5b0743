import { composeText } from '#shared/identity/text/compose.ts'
import { HEADER_NAMES } from '#shared/labels/headers.ts'
import type { FieldKind } from './types.ts'

const canonicalHeader = (label: string): string =>
  composeText(label)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('№', 'n№')
    .replace(/[^\p{L}\p{N}№]+/gu, '')

const KIND_BY_HEADER: ReadonlyMap<string, FieldKind> = new Map(
  Object.entries(HEADER_NAMES).flatMap(([kind, names]) =>
    names.map((name): [string, FieldKind] => [canonicalHeader(name), kind as FieldKind])
  )
)

/** Words that only qualify a header: «ИНН руководителя», «phone_main». */
const QUALIFIERS = [
  'основной',
  'дополнительный',
  'доп',
  'второй',
  'клиента',
  'физлица',
  'физ лица',
  'руководителя',
  'сотрудника',
  'заявителя',
  'владельца',
  'гражданина',
  'абонента',
  'лица',
  'человека',
  'main',
  'extra',
  'other',
  'home',
  'work'
].map(canonicalHeader)

/** All but a number at the end. */
const BEFORE_NUMBER = /^(.*\P{N})\p{N}*$/u

/**
 * What a column holds, by its header; null when the header is unknown. Case, ё, dots, spaces, dashes, underscores,
 * a bracketed remark and a trailing number («Телефон 2», «phone_2») do not matter.
 */
export const kindOfHeader = (label: string): FieldKind | null => {
  const whole = canonicalHeader(label)
  const exact = KIND_BY_HEADER.get(whole)
  if (exact) return exact
  const [beforeBracket = ''] = label.split(/[([{]/)
  const bare = BEFORE_NUMBER.exec(canonicalHeader(beforeBracket))?.[1] ?? ''
  const kind = KIND_BY_HEADER.get(bare)
  if (kind) return kind
  for (const word of QUALIFIERS) {
    const rest = bare.endsWith(word)
      ? bare.slice(0, -word.length)
      : bare.startsWith(word)
        ? bare.slice(word.length)
        : ''
    const kind = rest.length > 1 ? KIND_BY_HEADER.get(rest) : undefined
    if (kind) return kind
  }
  return null
}
