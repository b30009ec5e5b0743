import type { SourceView } from './noise.ts'
import type { Address } from './people.ts'
import type { Random } from './random.ts'

const two = (number: number) => String(number).padStart(2, '0')

export function writtenPhone(digits: string, form: number): string {
  const code = digits.slice(1, 4)
  const [a, b, c] = [digits.slice(4, 7), digits.slice(7, 9), digits.slice(9)]
  if (form === 0) return `+7 ${code} ${a}-${b}-${c}`
  if (form === 1) return `8 (${code}) ${a}-${b}-${c}`
  if (form === 2) return `+7${digits.slice(1)}`
  if (form === 3) return `8${digits.slice(1)}`
  return `8-${code}-${a}-${b}-${c}`
}

export const anyPhone = (digits: string, random: Random) => writtenPhone(digits, random.below(5))

const russianDate = (year: number, month: number, day: number) => `${two(day)}.${two(month)}.${year}`
export const isoDate = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`
export const bornRussian = (view: SourceView) => russianDate(view.year, view.month, view.day)
export const bornIso = (view: SourceView) => isoDate(view.year, view.month, view.day)

export const someDay = (from: number, to: number, random: Random) =>
  russianDate(random.between(from, to), random.between(1, 12), random.between(1, 28))

export const fullName = (view: SourceView) => `${view.surname} ${view.givenName} ${view.patronymic}`
export const initials = (view: SourceView) => `${view.givenName.charAt(0)}.${view.patronymic.charAt(0)}.`

export const writtenSnils = (digits: string) =>
  `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6, 9)} ${digits.slice(9)}`
export const writtenPassport = (digits: string) =>
  `${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4)}`

export const streetAndFlat = (address: Address) =>
  `ул. ${address.street}, д. ${address.house}, кв. ${address.flat}`
export const writtenAddress = (address: Address) => `г. ${address.city}, ${streetAndFlat(address)}`
export const postalAddress = (address: Address) => `000000, ${address.region}, ${writtenAddress(address)}`
export const shortAddress = (address: Address) =>
  `${address.city}, ${address.street} ${address.house}-${address.flat}`
