import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { normalizeAddress } from './address.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

/** A number that is no post index: an address with one is never empty. */
const HOUSE_NUMBER = /(?<![\p{L}\p{N}])\d{1,5}(?![\p{L}\p{N}])/u
const POST_INDEX_DIGITS = 6

const lastNumber = (text: string): string => {
  let end = text.length
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1
  return text.slice(start, end)
}

/** An address as written; its form for comparison is worked out when somebody compares. */
export class Address {
  #normal: string | undefined

  constructor(
    readonly written: string,
    /** From «Связь по адресу»: it ties people, but is not said to be where the person lives. */
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
    return last.length === POST_INDEX_DIGITS ? lastNumber(this.normal) : last
  }
}

/** What a record says that is shown in its own words. */
export interface DisplayValues {
  /** Homes first, then what ties people. */
  addresses: readonly Address[]
  workplaces: readonly string[]
  organizations: readonly string[]
}

const SEPARATOR = /[;|\n\r]/
const SEPARATORS = /[;|\n\r]+/

/** The texts of cells, which may hold several, one by one. */
export const splitValues = (texts: readonly string[] | undefined): readonly string[] => {
  if (!texts?.some(text => SEPARATOR.test(text))) return texts ?? NO_TEXTS
  return texts.flatMap(text => text.split(SEPARATORS).map(part => part.trim()))
}

const addAddresses = (addresses: Address[], texts: readonly string[] | undefined, link: boolean): void => {
  for (const phrase of splitValues(texts)) {
    const address = new Address(phrase, link)
    if (!address.isEmpty) addresses.push(address)
  }
}

/** Takes the few cells that are shown as they are written. */
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
