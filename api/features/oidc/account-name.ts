import { USERNAME_MAX_CHARS, USERNAME_MIN_CHARS } from '#shared/constants.ts'

const LETTERS: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'ie',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia'
}
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
      .map(sign => LETTERS[sign] ?? sign)
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
