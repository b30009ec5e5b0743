import { readStoredName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { beforeNumber } from './name-remarks.ts'

const ORGANIZATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const ENTREPRENEUR = /^\s*ип\s+/iu

export const hasLegalFormWord = (text: string): boolean => ORGANIZATION.test(text)

export const nameOfEntrepreneur = (text: string): string => text.replace(ENTREPRENEUR, '')

/** Takes all words before the first number as names, so that a surname read as a remark finds and hides too. */
export function readWholeName(text: string): PersonName[] {
  const own = beforeNumber(nameOfEntrepreneur(text))
  return own === '' || hasLegalFormWord(own) ? [] : readStoredName(own).map(({ name }) => name)
}
