import { trimSeparators } from '#shared/identity/query/labels.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'

/*
 * What invoices print behind the name of a firm and no record of it has: «р/с 40702810900000204175 в АО «Банк», БИК
 * 044525225». A number without such a label stays what it is.
 */

const SIGN = '(?!\\p{L})\\.?[ :№=–—-]{0,4}'
const ACCOUNT =
  '(?:[рк]/сч?|[рк]/ ?сч[её]т|(?:расч(?:[её]тный|\\.)|кор(?:р(?:еспондентский)?)?\\.?|банковский) ?(?:сч[её]т|сч?\\.)|корр?сч[её]т)'
const ACCOUNT_NUMBER = '\\d(?:[ .]?\\d){19}(?!\\d)'
/** Between an account and the next label a bank is named. */
const BANK = '(?:,? (?:в|банк:?) [^\\d;:]{2,60}?(?=[ ,]{1,2}(?:бик|[рк]/с|кор))|)'
const CODE = '(?:бик|bic) ?(?:банка)?'

const BANK_DETAILS = new RegExp(
  `(?<![\\p{L}\\d/])(?:${ACCOUNT}${SIGN}${ACCOUNT_NUMBER}${BANK}|${CODE}${SIGN}\\d{9}(?!\\d)|кпп${SIGN}\\d{9}(?!\\d)|` +
    `(?:окпо|октмо|окато)${SIGN}\\d{8,14}(?!\\d))`,
  'giu'
)
const MAY_BE_BANK_DETAILS = /бик|bic|[рк]\/|сч|кпп|окпо|октмо|окато/iu

/** A line without bank details beside something else, and what they are. */
export function withoutBankDetails(line: string): { text: string; details: string[] } {
  const details = MAY_BE_BANK_DETAILS.test(line) ? (line.match(BANK_DETAILS) ?? []) : []
  if (details.length === 0) return { text: line, details }
  const text = trimSeparators(line.replace(BANK_DETAILS, ', ').replace(/ +(?=[,;])/g, ''))
  return hasTokens(text) ? { text, details } : { text: line, details: [] }
}
