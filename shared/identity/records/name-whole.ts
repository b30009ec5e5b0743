import { readStoredName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { beforeNumber } from './name-remarks.ts'

const ORGANIZATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const ENTREPRENEUR = /^\s*ип\s+/iu

/** Whether a text names an organisation by its legal form. */
export const hasLegalFormWord = (text: string): boolean => ORGANIZATION.test(text)

/** The text without «ИП» before it. */
export const nameOfEntrepreneur = (text: string): string => text.replace(ENTREPRENEUR, '')

/**
 * The names in a text when all words before the first number are taken as the name, whatever they are, and when only some of
 * them are. A record is found by them and its person hidden by them even where what looks like a remark is the surname.
 */
export function readWholeName(text: string): PersonName[] {
  const own = beforeNumber(nameOfEntrepreneur(text))
  return own === '' || hasLegalFormWord(own) ? [] : readStoredName(own).map(({ name }) => name)
}
