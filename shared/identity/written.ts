import { normaliseAddress } from './address.ts'
import { kindOfField } from './cells.ts'
import { isPlaceholder } from './placeholder.ts'
import type { Columns, FieldKind } from './types.ts'

/** A number that is no post index: an address with one is never empty. */
const HOUSE_NUMBER = /(?<![\p{L}\p{N}])\d{1,5}(?![\p{L}\p{N}])/u
const POST_INDEX_DIGITS = 6
const LAST_NUMBER = /\d+(?=\D*$)/

/** An address as written; its form for comparison is worked out when somebody compares. */
export class Address {
  #normal: string | undefined

  constructor(
    readonly written: string,
    /** From «Связь по адресу»: it ties people, but is not said to be where the person lives. */
    readonly link: boolean
  ) {}

  get normal(): string {
    this.#normal ??= normaliseAddress(this.written)
    return this.#normal
  }

  get isEmpty(): boolean {
    return !HOUSE_NUMBER.test(this.written) && this.normal === ''
  }

  /** The last number of the normal form, '' without one. */
  get lastNumber(): string {
    const last = LAST_NUMBER.exec(this.written)?.[0] ?? ''
    return last.length === POST_INDEX_DIGITS ? (LAST_NUMBER.exec(this.normal)?.[0] ?? '') : last
  }
}

/** What a record says that is shown in its own words. */
export interface Written {
  /** Homes first, then what ties people. */
  addresses: readonly Address[]
  workplaces: readonly string[]
  organizations: readonly string[]
}

const SEPARATOR = /[;|\n\r]/
const SEPARATORS = /[;|\n\r]+/

const addPhrases = (phrases: string[], text: string): void => {
  if (SEPARATOR.test(text)) for (const part of text.split(SEPARATORS)) phrases.push(part.trim())
  else phrases.push(text)
}

const addAddresses = (addresses: Address[], phrases: readonly string[], link: boolean): void => {
  for (const phrase of phrases) {
    const address = new Address(phrase, link)
    if (!address.isEmpty) addresses.push(address)
  }
}

/** Reads the few cells that are shown as they are written; placeholders are left out. */
export const readWritten = (fields: Record<string, string>, columns: Columns): Written => {
  const homes: string[] = []
  const links: string[] = []
  const workplaces: string[] = []
  const organizations: string[] = []
  const phrases: { readonly [Kind in FieldKind]?: string[] } = {
    address: homes,
    address_link: links,
    workplace: workplaces,
    organization: organizations
  }
  for (const label in fields) {
    const own = phrases[kindOfField(label, columns)]
    const text = own && fields[label]?.trim()
    if (own && text && !isPlaceholder(text)) addPhrases(own, text)
  }
  const addresses: Address[] = []
  addAddresses(addresses, homes, false)
  addAddresses(addresses, links, true)
  return { addresses, workplaces, organizations }
}
