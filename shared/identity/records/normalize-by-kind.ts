import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { readInn, readSnils, readValues } from './attribute-values.ts'
import type { IdentifierKind } from './attribute-words.ts'
import { emailsInCell } from './cells/emails.ts'
import { phonesInCell } from './cells/phones.ts'
import type { FieldKind } from './types.ts'

/** The normal form of one value in a column of this kind; null for what is none. */
export const NORMALIZE_BY_KIND: Readonly<Record<IdentifierKind, (text: string) => string | null>> = {
  phone: normalizePhone,
  email: normalizeEmail,
  inn: readInn,
  snils: readSnils,
  passport: normalizePassport,
  ogrn: normalizeOgrn,
  vin: normalizeVin,
  plate: normalizePlate
}

export const isIdentifier = (kind: FieldKind): kind is IdentifierKind =>
  Object.hasOwn(NORMALIZE_BY_KIND, kind)

/** Kinds whose cells write several values, or one, in ways of their own. */
const TEXTS_BY_KIND: Partial<Record<IdentifierKind, (cell: string) => readonly string[]>> = {
  phone: phonesInCell,
  email: emailsInCell
}

/** The values of cells of one kind in normal form, each once. */
export const readCells = (kind: IdentifierKind, cells: string[] | undefined): string[] =>
  readValues(cells, NORMALIZE_BY_KIND[kind], TEXTS_BY_KIND[kind])
