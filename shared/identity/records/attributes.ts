import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { normalizeOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import type { Gender, PersonName } from '#shared/identity/names/types.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { isIdentifierNumber } from '#shared/identity/text/tokenize.ts'
import { homeAddresses, normalWorkplaces } from './attribute-texts.ts'
import { readBirthDates, readGender, readInn, readPassports, readValues } from './attribute-values.ts'
import { collectWords, unparsedValues } from './attribute-words.ts'
import { detectAfterName, detectIdentifiers } from './detect-identifiers.ts'
import { type DisplayValues, readDisplayValues } from './display-values.ts'
import { type FieldsByKind, groupFieldsByKind } from './fields-by-kind.ts'
import { extractLabelledIdentifiers } from './labelled-identifiers.ts'
import { readNames, textAfterName } from './name-fields.ts'
import type { Attributes, Columns } from './types.ts'

/**
 * What the cells of a record say. Its texts, which few searches ask for, are read when somebody first does, so that a
 * spread copy would lack them.
 */
export class RecordAttributes implements Attributes {
  names: PersonName[]
  birthDates: PartialDate[]
  gender: Gender | undefined
  phones: string[]
  emails: string[]
  inns: string[]
  snils: string[]
  passports: string[]
  ogrns: string[]
  vins: string[]
  plates: string[]
  /** Cells whose texts do not bear out their kind: they are found by their words. */
  readonly unparsed: readonly string[]
  private addressesRead: string[] | undefined
  private workplacesRead: string[] | undefined
  private wordsRead: string[] | undefined
  private numbersRead: string[] | undefined
  private displayValuesRead: DisplayValues | undefined

  constructor(private readonly cells: FieldsByKind) {
    this.names = readNames(cells)
    this.birthDates = readBirthDates(cells)
    this.gender = readGender(cells)
    this.phones = readValues(cells.phone, normalizePhone)
    this.emails = readValues(cells.email, normalizeEmail)
    this.inns = readValues(cells.inn, readInn)
    this.snils = readValues(cells.snils, normalizeSnils)
    this.passports = readPassports(cells)
    this.ogrns = readValues(cells.ogrn, normalizeOgrn)
    this.vins = readValues(cells.vin, normalizeVin)
    this.plates = readValues(cells.plate, normalizePlate)
    this.unparsed = unparsedValues(cells, this)
  }

  get addresses(): string[] {
    this.addressesRead ??= homeAddresses(this.displayValues)
    return this.addressesRead
  }

  get workplaces(): string[] {
    this.workplacesRead ??= normalWorkplaces(this.displayValues)
    return this.workplacesRead
  }

  get words(): string[] {
    this.wordsRead ??= collectWords(this.cells, this.unparsed)
    return this.wordsRead
  }

  get numbers(): string[] {
    this.numbersRead ??= this.words.filter(isIdentifierNumber)
    return this.numbersRead
  }

  /** What is shown in the record's own words. */
  get displayValues(): DisplayValues {
    this.displayValuesRead ??= readDisplayValues(this.cells)
    return this.displayValuesRead
  }
}

/**
 * Turns the labelled fields of a record into comparable facts. Cells with several values are taken apart, a passport in
 * two columns is put together, placeholders are dropped. Identifiers inside plain text count only behind a label.
 * Never throws: what cannot be read stays findable as words.
 */
export const readAttributes = (fields: Record<string, string>, columns: Columns): RecordAttributes => {
  const cells = groupFieldsByKind(fields, columns)
  const attributes = new RecordAttributes(cells)
  for (const text of cells.other ?? NO_TEXTS) extractLabelledIdentifiers(text, attributes)
  // A number behind a label may have been what a cell lacked.
  if (attributes.unparsed.length > 0)
    for (const text of unparsedValues(cells, attributes)) detectIdentifiers(text, attributes)
  for (const text of cells.full_name ?? NO_TEXTS) {
    const rest = textAfterName(text)
    if (rest !== '') detectAfterName(rest, attributes)
  }
  return attributes
}
