/** Case forms, abbreviations and usual slips of each month: «марта», «мар», «декабоя». «Мария» is none. */
const MONTHS = [
  'янв(?:ар)?|янва\\p{L}{1,2}[ьяюем]|jan(?:uary)?',
  'фев(?:р|рал)?|февр\\p{L}{1,3}[ьяюем]|feb(?:ruary)?',
  'мар(?:т(?:а|у|е|ом)?)?|mar(?:ch)?',
  'апр(?:ел)?|апре\\p{L}{0,2}[ьяюем]|apr(?:il)?',
  'ма(?:й|я|ю|е|ем)|may',
  'июн(?:ь|я|ю|е|ем)?|june?',
  'июл(?:ь|я|ю|е|ем)?|july?',
  'авг(?:уст(?:у|е|ом)?)?|авгу\\p{L}{1,2}а|aug(?:ust)?',
  'сент?|сент\\p{L}{2,4}[ьяюем]|sept?(?:ember)?',
  'окт|окт[яб]\\p{L}{1,3}[ьяюем]|oct(?:ober)?',
  'ноя(?:б)?|нояб\\p{L}{0,2}[ьяюем]|nov(?:ember)?',
  'дек|дека\\p{L}{1,3}[ьяюем]|dec(?:ember)?'
]

/** Any month as a whole word, for patterns with the flags `iu`. */
export const MONTH = `(?:${MONTHS.join('|')})(?!\\p{L})`

const PATTERNS = MONTHS.map(month => new RegExp(`^(?:${month})$`, 'u'))

/** 1–12, or 0 when the word (lower case) is no month. */
export const monthOf = (word: string): number => PATTERNS.findIndex(month => month.test(word)) + 1
