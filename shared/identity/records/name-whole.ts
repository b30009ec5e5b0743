import { parseName, parseUsualName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { beforeNumber } from './name-remarks.ts'

const ORGANIZATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const ENTREPRENEUR = /^\s*ип\s+/iu

/** Whether a text names an organisation by its legal form. */
export const hasLegalFormWord = (text: string): boolean => ORGANIZATION.test(text)

/** The text without «ИП» before it. */
export const withoutEntrepreneur = (text: string): string => text.replace(ENTREPRENEUR, '')

/**
 * The name in a text when all words before the first number are taken as the name, whatever they are. A record is found by it and its
 * person hidden by it even where what looks like a remark is the surname.
 */
export function readWholeName(text: string): PersonName[] {
  const usual = parseUsualName(text)
  if (usual) return [usual]
  const own = beforeNumber(withoutEntrepreneur(text))
  return own === '' || hasLegalFormWord(own) ? [] : parseName(own, 1)
}
