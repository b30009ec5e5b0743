import { fileURLToPath } from 'node:url'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { guessBits } from './guess-bits.ts'
import { russianWords } from './guessed-words.ts'

/** The 49,000 most common passwords of leaks, most common first, as a list of JSON. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json'
const WORD = /"([^"\\]{3,})"/g

/** A password is common up to four million guesses, with which a slow hash is tried in a day. */
const COMMON_BELOW_BITS = 22
/** So many at once take less than a millisecond; others have their turn between. */
const WORDS_AT_ONCE = 500

/** @returns whether a password, in any case and either layout, is among the first that guessers try. */
export type IsCommonPassword = (password: string) => Promise<boolean>

/**
 * The list is read when it is first asked for, and again after a failure. A question takes less than a millisecond, whatever
 * the password.
 *
 * @param list Path of another list.
 */
export function createCommonPasswords(list?: string): IsCommonPassword {
  let words: Promise<ReadonlyMap<string, number>> | undefined
  return async password => {
    words ??= readWords(list).catch(error => {
      words = undefined
      throw error
    })
    const bits = await words
    return guessBits(password, word => bits.get(word), COMMON_BELOW_BITS) < COMMON_BELOW_BITS
  }
}

/** Whether the name stands in the password, in any case and either layout. */
export const containsName = (password: string, name: string): boolean => typed(password).includes(typed(name))

const typed = (text: string): string => toLatinLayout(text.normalize('NFC').toLowerCase())

/** Words with the power of two that their place in a list is. */
async function readWords(list = fileURLToPath(import.meta.resolve(LIST))): Promise<Map<string, number>> {
  const text = await Bun.file(list).text()
  const bits = new Map<string, number>()
  let count = 0
  for (const [word, rank] of ranked(text)) {
    bits.set(word, Math.min(bits.get(word) ?? Number.POSITIVE_INFINITY, Math.log2(rank + 1)))
    count += 1
    if (count % WORDS_AT_ONCE === 0) await Bun.sleep(0)
  }
  return bits
}

function* ranked(text: string): Generator<readonly [word: string, rank: number]> {
  yield* russianWords()
  let rank = 0
  for (const [, word = ''] of text.matchAll(WORD)) {
    rank += 1
    yield [word, rank]
  }
}
