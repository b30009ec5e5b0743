const BY_FREQUENCY = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'
const WORTH: ReadonlyMap<string, number> = new Map(
  [...BY_FREQUENCY].map((letter, at) => [letter, 1 - (2 * at) / (BY_FREQUENCY.length - 1)])
)
/** Frames and foreign letters. */
const STRANGE_WORTH = -2
/** «иВАНОВ» */
const CASE_BROKEN_WORTH = -1

const NOT_ASCII = /[^\0-\u007F]/
const USUAL_SIGN = /[№«»–—…“”„‘’\u00A0©§°±•]/
const SMALL = /\p{Ll}/u
const CAPITAL = /\p{Lu}/u

export function lettersLikeRussian(text: string): number {
  let sum = 0
  let before = ''
  for (const sign of text) {
    if (NOT_ASCII.test(sign)) {
      const worth = WORTH.get(sign.toLowerCase())
      if (worth !== undefined) {
        sum += worth
        if (SMALL.test(before) && CAPITAL.test(sign)) sum += CASE_BROKEN_WORTH
      } else if (!USUAL_SIGN.test(sign)) sum += STRANGE_WORTH
    }
    before = sign
  }
  return sum
}
