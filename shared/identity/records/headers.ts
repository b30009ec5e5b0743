import { composeText } from '#shared/identity/text/compose.ts'
import { HEADER_NAMES } from '#shared/labels/headers.ts'
import type { FieldKind } from './types.ts'

const squeeze = (label: string): string =>
  composeText(label)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('№', 'n№')
    .replace(/[^\p{L}\p{N}№]+/gu, '')

const KIND_BY_HEADER = new Map<string, FieldKind>()
for (const [kind, names] of Object.entries(HEADER_NAMES))
  for (const name of names) KIND_BY_HEADER.set(squeeze(name), kind as FieldKind)

/** Words that only narrow a header down: «Телефон 2», «ИНН руководителя», «phone_main». */
const NARROWING = [
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
].map(squeeze)

/**
 * What a column holds, by its header; null when the header is unknown. Case, ё, dots, spaces, dashes, underscores,
 * a bracketed remark and a trailing number («Телефон 2», «phone_2») do not matter.
 */
export const kindOfHeader = (label: string): FieldKind | null => {
  const whole = squeeze(label)
  const direct = KIND_BY_HEADER.get(whole)
  if (direct) return direct
  const bare = squeeze(label.replace(/[([{].*$/u, '')).replace(/\p{N}+$/u, '')
  const known = KIND_BY_HEADER.get(bare)
  if (known) return known
  for (const word of NARROWING) {
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
