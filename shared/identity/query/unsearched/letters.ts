import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { withIdentifierSigns } from './identifier-signs.ts'

/** What a letter begins and ends with, and its head: nobody's names, and no record has them. */
const GREETING = new RegExp(
  '(?<![\\p{L}\\d])(?:(?:с (?:глубоким )?|со всем )уважением|с наилучшими пожеланиями|искренне ваш[аи]?|всегда ваш[аи]?|' +
    'заранее (?:спасибо|благодар(?:ю|ен|на|им))|добр(?:ый|ого) (?:день|дня|вечер|вечера)|доброе утро|доброго (?:утра|времени суток)|' +
    'здравствуйте|уважаем(?:ый|ая|ые)|(?:best|kind) regards|sincerely(?: yours)?)(?!\\p{L})[ ,.!:–—-]*',
  'giu'
)
const HEAD = /(?<![\p{L}\d])(?:от(?: кого)?|кому|копия|from|to|cc) ?: ?(?=\p{L})/giu
/** With numbers of papers, «договор 45/2022», which no year is. */
const SUBJECT =
  /(?<![\p{L}\d])(?:тема(?: письма)?|subject) ?: ?(?:(?! \p{Lu}\p{L}+ \p{Lu}\p{L}+)(?! \p{L}+ ?:)(?:(?<![\d./-])(?:\d{1,7}\/\d{2,4}|№ ?\d{1,7})(?![\d./-]| ?\d)|[^,;:|@\d\uE000-\uE01F])){0,90}/giu
const MAY_BE_LETTER =
  /уважени|пожелани|искренне|всегда|заранее|добр|здравствуйте|уважаем|regards|sincerely|(?:от|кому|кого|копия|from|to|cc|тема|письма|subject) ?:/iu

export const isLetter = (text: string): boolean => text.search(GREETING) >= 0 || text.search(HEAD) >= 0

/** A line without the words of a letter around a name, and the subject of it that is not searched. */
export function withoutLetter(line: string): { text: string; subjects: string[] } {
  if (!MAY_BE_LETTER.test(line)) return { text: line, subjects: [] }
  const signed = line.search(SUBJECT) < 0 ? null : withIdentifierSigns(line)
  const written = signed?.text ?? line
  const subjects = written.match(SUBJECT)?.map(one => one.trim()) ?? []
  const unaddressed = written.replace(SUBJECT, ', ')
  const text = (signed?.restore(unaddressed) ?? unaddressed)
    .replace(GREETING, ', ')
    .replace(HEAD, ', ')
    .replace(/(?: ?[,;](?= ?[,;]))+/g, '')
    .replace(/ +(?=[,;])/g, '')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
  return hasTokens(text) ? { text, subjects } : { text: line, subjects: [] }
}
