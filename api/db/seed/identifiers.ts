/**
 * Well-formed numbers that belong to nobody (`docs/guides/data-protection.md` §3), distinct per person. Check digits as
 * issued: INN, SNILS, OGRN, VIN (ISO 3779).
 */

/** Maps 0, 1, 2… to distinct numbers: the multiplier is coprime to the size. */
function scatter(number: number, size: number, seed: number): number {
  return (number * 61_803_419 + seed * 7_919) % size
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

function weighted(text: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (text.charCodeAt(at) - 48) * (weights[at] ?? 0)
  return sum
}

const INN_ORGANISATION = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const INN_PERSON_FIRST = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const INN_PERSON_SECOND = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

export function completeInn(first: string): string {
  if (first.length === 9) return first + ((weighted(first, INN_ORGANISATION) % 11) % 10)
  const eleven = first + ((weighted(first, INN_PERSON_FIRST) % 11) % 10)
  return eleven + ((weighted(eleven, INN_PERSON_SECOND) % 11) % 10)
}

export function completeSnils(nine: string): string {
  const rest = weighted(nine, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
  return nine + digits(rest === 100 ? 0 : rest, 2)
}

export function completeOgrn(twelve: string): string {
  return twelve + ((Number(twelve) % 11) % 10)
}

/** Region 00. */
export const innOfPerson = (number: number, seed: number) =>
  completeInn(`00${digits(1 + scatter(number, 99_999_998, seed), 8)}`)

export const innOfOrganisation = (number: number) => completeInn(`00${digits(1 + (number % 9_999_998), 7)}`)

/** Sign 1, year, region 00, seven digits. */
export const ogrnOfOrganisation = (number: number) =>
  completeOgrn(`1${digits(2 + (number % 23), 2)}00${digits(1 + (number % 9_999_998), 7)}`)

/** A digit three times in a row is never issued. */
export function snilsOfPerson(number: number, seed: number): string {
  const spread = scatter(number, 18_000_000, seed)
  const six = String(100_000 + (spread % 900_000))
  const triple = String(Math.floor(spread / 900_000) % 10).repeat(3)
  return completeSnils(spread < 9_000_000 ? six.slice(0, 3) + triple + six.slice(3) : six + triple)
}

export function passportOfPerson(number: number, seed: number): string {
  const spread = scatter(number, 25_000_000, seed)
  return `00${digits(Math.floor(spread / 1_000_000), 2)}${digits(spread % 1_000_000, 6)}`
}

/** Codes 973–976 are unassigned. `line` 0 is personal, 1 the home. */
export function phoneOfPerson(number: number, line: 0 | 1, seed: number): string {
  const spread = scatter(number, 20_000_000, seed) * 2 + line
  return `7${973 + Math.floor(spread / 10_000_000)}${digits(spread % 10_000_000, 7)}`
}

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const VIN_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9]
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Modulo 11 (ISO 3779, North America). */
export function completeVin(text: string): string {
  let sum = 0
  for (let at = 0; at < 17; at += 1) {
    const letter = VIN_LETTERS.indexOf(text.charAt(at))
    sum += (letter === -1 ? Number(text.charAt(at)) : (VIN_VALUES[letter] ?? 0)) * (VIN_WEIGHTS[at] ?? 0)
  }
  const check = sum % 11
  return text.slice(0, 8) + (check === 10 ? 'X' : check) + text.slice(9)
}

/** ISO 3780 assigns 0 to no region. */
export function vinOfPerson(number: number, seed: number): string {
  const spread = scatter(number, 22_000_000, seed)
  const plant = VIN_LETTERS.charAt(Math.floor(spread / 1_000_000))
  return completeVin(
    `0DM${VIN_LETTERS.charAt(number % 23)}A4B2${'0'}K${plant}${digits(spread % 1_000_000, 6)}`
  )
}

const PLATE_LETTERS = 'АВЕКМНОРСТУХ'

/** Region 00 is not issued. */
export function plateOfPerson(number: number, seed: number): string {
  const spread = scatter(number, 1_726_272, seed)
  const letters = Math.floor(spread / 999)
  const letter = (place: number) => PLATE_LETTERS.charAt(Math.floor(letters / 12 ** place) % 12)
  return `${letter(0)}${digits(1 + (spread % 999), 3)}${letter(1)}${letter(2)}00`
}
