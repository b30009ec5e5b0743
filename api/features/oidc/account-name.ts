import { USERNAME_MAX_CHARS, USERNAME_MIN_CHARS } from '#shared/constants.ts'
import { PASSPORT_LETTERS } from '#shared/identity/names/passport-letters.ts'

const NOBODY = 'user'
/** Room for what tells equal names apart. */
const BASE_MAX_CHARS = USERNAME_MAX_CHARS - 8
const A = 97
const ALPHABET = 26

/** English letters of the first name that has enough of them; «user» where none has. */
export function baseName(names: readonly string[]): string {
  const spelt = names.map(name =>
    [
      ...(name.split('@')[0] ?? '')
        .toLowerCase()
        .normalize('NFD')
        .replace(/и\u0306/g, 'й')
    ]
      .map(sign => PASSPORT_LETTERS[sign] ?? sign)
      .join('')
      .replace(/[^a-z]/g, '')
      .slice(0, BASE_MAX_CHARS)
  )
  return spelt.find(name => name.length >= USERNAME_MIN_CHARS) ?? `${NOBODY}${spelt[0] ?? ''}`
}

/** «ivanov», then «ivanova» … «ivanovz», then «ivanovaa»: a name has letters alone. */
export function nthName(base: string, n: number): string {
  let ending = ''
  for (let rest = n; rest > 0; rest = Math.floor((rest - 1) / ALPHABET))
    ending = String.fromCharCode(A + ((rest - 1) % ALPHABET)) + ending
  return base + ending
}
