import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { normalizeAddress } from './address.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

/** A number that is no postcode: an address with one is never empty. */
const HOUSE_NUMBER = /(?<![\p{L}\p{N}])\d{1,5}(?![\p{L}\p{N}])/u
const POSTCODE_DIGITS = 6

const lastNumber = (text: string): string => {
  let end = text.length
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1
  return text.slice(start, end)
}

/** An address as written; its normal form is computed on first use. */
export class Address {
  #normal: string | undefined

  constructor(
    readonly written: string,
    /** From «Связь по адресу»: it relates people, but is not their home. */
    readonly link: boolean
  ) {}

  get normal(): string {
    this.#normal ??= normalizeAddress(this.written)
    return this.#normal
  }

  get isEmpty(): boolean {
    return !HOUSE_NUMBER.test(this.written) && this.normal === ''
  }

  /** The last number of the normal form, '' without one. */
  get lastNumber(): string {
    const last = lastNumber(this.written)
    return last.length === POSTCODE_DIGITS ? lastNumber(this.normal) : last
  }
}

/** The values of a record that are shown as they are written. */
export interface DisplayValues {
  /** Homes first, then addresses that relate people. */
  addresses: readonly Address[]
  workplaces: readonly string[]
  organizations: readonly string[]
}

const SEPARATOR = /[;|\n\r]/
const SEPARATORS = /[;|\n\r]+/

/** The values of fields that may hold several each. */
export const splitValues = (texts: readonly string[] | undefined): readonly string[] => {
  if (!texts?.some(text => SEPARATOR.test(text))) return texts ?? NO_TEXTS
  return texts.flatMap(text => text.split(SEPARATORS).map(part => part.trim()))
}

const addAddresses = (addresses: Address[], texts: readonly string[] | undefined, link: boolean): void => {
  for (const text of splitValues(texts)) {
    const address = new Address(text, link)
    if (!address.isEmpty) addresses.push(address)
  }
}

export const readDisplayValues = ({
  address,
  address_link,
  workplace,
  organization
}: FieldsByKind): DisplayValues => {
  const addresses: Address[] = []
  addAddresses(addresses, address, false)
  addAddresses(addresses, address_link, true)
  return { addresses, workplaces: splitValues(workplace), organizations: splitValues(organization) }
}
