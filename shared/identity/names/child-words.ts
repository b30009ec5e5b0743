import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'

/** оглы, кызы, улы and their spellings in Turkic languages, as separate or joined words, Cyrillic and Latin. */
export const SON_WORDS = new Set(
  'оглы оглу огли оглi угли углы улы уулу ұлы ули оғлы оғли ўғли ogly oglu ogli oğlu oglou ougly uly uulu ulu ulı ūly ugli oʻgʻli'.split(
    ' '
  )
)
export const DAUGHTER_WORDS = new Set(
  'кызы кизи кизы гызы гизи қызы қизи кыз кизе гизы kyzy kizi qizi gizi qızı gızı kızı qyzy gyzy kyz'.split(
    ' '
  )
)

export const CHILD_WORDS: ReadonlySet<string> = new Set([...SON_WORDS, ...DAUGHTER_WORDS])

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g')

export const withOneApostrophe = (word: string): string => word.replace(ANY_APOSTROPHE, 'ʻ')

export function isChildWord(word: string): boolean {
  return CHILD_WORDS.has(word) || (word.length > 4 && CHILD_WORDS.has(withOneApostrophe(word)))
}
