import { isDigit } from '#shared/identity/identifiers/digits.ts'
import { NO_TEXTS, unique } from '#shared/identity/text/lists.ts'
import { normalForm, readAddress } from './address.ts'
import type { ParsedAddress } from './addresses/parse.ts'
import { countriesIn } from './cells/countries.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

/** A number that is no postcode: such an address is never empty. */
const HOUSE_NUMBER = /(?<![\p{L}\p{N}])\d{1,5}(?![\p{L}\p{N}])/u
const POSTCODE_DIGITS = 6

const lastNumber = (text: string): string => {
  let end = text.length
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1
  return text.slice(start, end)
}

/** A flat before the house: the text does not end with it. */
const FLAT_BEFORE = /(?<!\p{L})(?:кв|квартира|оф|офис|пом|ком|комн)\P{N}{0,3}\d+\P{N}+\d/iu

export class Address {
  #normal: string | undefined
  #parts: ParsedAddress | undefined

  constructor(
    readonly written: string,
    /** From «Связь по адресу»: relates people, but is no home. */
    readonly link: boolean
  ) {}

  private get parts(): ParsedAddress {
    this.#parts ??= readAddress(this.written)
    return this.#parts
  }

  get normal(): string {
    this.#normal ??= normalForm(this.parts)
    return this.#normal
  }

  get namesFlat(): boolean {
    return this.parts.flat !== null && this.parts.house.length > 0
  }

  get isEmpty(): boolean {
    return !HOUSE_NUMBER.test(this.written) && this.normal === ''
  }

  get lastNumber(): string {
    const last = lastNumber(this.written)
    return last.length === POSTCODE_DIGITS || FLAT_BEFORE.test(this.written) ? lastNumber(this.normal) : last
  }
}

export interface DisplayValues {
  addresses: readonly Address[]
  workplaces: readonly string[]
  organizations: readonly string[]
  positions: readonly string[]
  birthPlaces: readonly string[]
  /** Russian names of countries, else as written. */
  citizenships: readonly string[]
}

export const NO_DISPLAY_VALUES: DisplayValues = {
  addresses: [],
  workplaces: [],
  organizations: [],
  positions: [],
  birthPlaces: [],
  citizenships: []
}

const SEPARATOR = /[;|\n\r]/
const SEPARATORS = /[;|\n\r]+/

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

export const readDisplayValues = (fields: FieldsByKind): DisplayValues => {
  const addresses: Address[] = []
  addAddresses(addresses, fields.address, false)
  addAddresses(addresses, fields.address_link, true)
  return {
    addresses,
    workplaces: splitValues(fields.workplace),
    organizations: splitValues(fields.organization),
    positions: splitValues(fields.position),
    birthPlaces: splitValues(fields.birth_place),
    citizenships: fields.citizenship ? unique(fields.citizenship.flatMap(countriesIn)) : NO_TEXTS
  }
}
