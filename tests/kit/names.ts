const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let nextName = 0

/** A unique user name of Latin letters, also across processes. */
export function uniqueName(start = 'user'): string {
  let number = Date.now() * 1_000 + (nextName++ % 1_000)
  let end = ''
  while (number > 0) {
    end += LETTERS[number % LETTERS.length]
    number = Math.floor(number / LETTERS.length)
  }
  return `${start}${end}${letters(4)}`
}

function letters(count: number): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(count)),
    byte => LETTERS[byte % LETTERS.length]
  ).join('')
}

/** Follows every password rule. */
export const PASSWORD = 'correct horse 42'
