import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePassport } from '#shared/identity/identifiers/passport.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { readInn } from './attribute-values.ts'
import type { IdentifierKind } from './attribute-words.ts'

/** The normal form of one value in a column of this kind; null for what is none. */
export const NORMALIZE_BY_KIND: Readonly<Record<IdentifierKind, (text: string) => string | null>> = {
  phone: normalizePhone,
  email: normalizeEmail,
  inn: readInn,
  snils: normalizeSnils,
  passport: normalizePassport,
  ogrn: normalizeOgrn,
  vin: normalizeVin,
  plate: normalizePlate
}
