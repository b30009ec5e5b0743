/** Words after the year of birth: «г.р.», «года рождения», «(45 лет)». For patterns with the flags `iu`. */
export const BIRTH_YEAR_SUFFIX =
  '(?: {0,2},? ?(?:г\\.? ?рожд(?:ения|\\.)?|г\\.? ?р\\.?|года? рожд(?:ения|\\.)?|год(?:а|у)? р\\.|(?<=\\d)г(?!\\p{L})\\.?|г(?!\\p{L}|\\.? ?\\p{L})\\.?|года?(?!\\p{L})|р\\.))?(?:,? \\(?\\d{1,3} (?:лет|года?)(?!\\p{L})\\)?)?'

/** The day before a month in words: «14», «"14"», «14-го», «14th». */
export const DAY = '[«"“]?\\d{1,2}(?:[»"”]|-?(?:о?го|ое|е|th|st|nd|rd))?'

/** «"14"-го марта '81» becomes «14 марта 81». */
export const wordsOfDate = (span: string): string =>
  span
    .replace(/[«»"“”'’]|(?<=\d)-?(?:о?го|ое|е|й|th|st|nd|rd)(?!\p{L})/giu, '')
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')

/** «14.03.1981 (45 лет)» becomes «14.03.1981». */
export const withoutAge = (span: string): string =>
  span.replace(/(?:,? \(?\d{1,3} лет|(?:,| \(|, \(|(?<=\d{4}) ) ?\d{1,3} года?)\)?$/iu, '')
