import { cleanText, repairLookAlikes } from './clean.ts'
import { remembered } from './fold.ts'
import { isPlaceholder } from './placeholder.ts'

/** Words that one source writes and another leaves out; they are neither stored nor asked. */
const UNSAID = new Set(
  (
    'г гор город ул улица д дом кв квартира обл область р рн район пр пркт прт просп проспект пер переулок ш шоссе бр ' +
    'бульвар бул б-р пл площадь наб набережная к корп корпус стр строение п пос поселок с село дер деревня мкр мкрн микрорайон ' +
    'пгт рп россия рф российская федерация оф офис ком комната пом помещение край респ республика проезд прд туп ' +
    'тупик лит литера тер территория и в на по с от для ооо оао зао пао ао нко ип общество ограниченной ' +
    'ответственностью акционерное публичное закрытое открытое the of llc ltd inc'
  ).split(' ')
)
const LONGEST_WORD = 64
const PLAIN_WORD = /^(?:[а-я]{1,64}|[a-z]{1,64}|\d{1,64})$/

const isSearchable = remembered((word: string): boolean => {
  if (UNSAID.has(word) || word.length > LONGEST_WORD) return false
  return /^\p{L}$/u.test(word) ? /\p{Script=Han}/u.test(word) : !isPlaceholder(word)
})

/**
 * The words by which a text is found: lower case, ё folded, look-alike letters repaired, figures apart from letters
 * («12а» is 12), without single letters, placeholders and words such as «ул» and «ООО». Each word once.
 */
export function textWords(text: string): string[] {
  if (PLAIN_WORD.test(text)) return isSearchable(text) ? [text] : []
  const found = new Set<string>()
  for (const run of cleanText(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    for (const word of repairLookAlikes(run)
      .replace(/\p{M}/gu, '')
      .replaceAll('ё', 'е')
      .match(/\p{N}+|\p{L}+/gu) ?? []) {
      if (isSearchable(word)) found.add(word)
    }
  }
  return [...found]
}
