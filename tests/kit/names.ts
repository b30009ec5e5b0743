const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let nextName = 0

/** A user name nobody has yet: Latin letters only, as the rules want, different in every process. */
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

/** Keeps every rule for passwords. */
export const PASSWORD = 'correct horse 42'
