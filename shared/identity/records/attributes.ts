import { normaliseEmail } from '#shared/identity/identifiers/email.ts'
import { normaliseOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { normalisePhone } from '#shared/identity/identifiers/phone.ts'
import { normalisePlate } from '#shared/identity/identifiers/plate.ts'
import { normaliseSnils } from '#shared/identity/identifiers/snils.ts'
import { normaliseVin } from '#shared/identity/identifiers/vin.ts'
import { NONE } from '#shared/identity/text/lists.ts'
import { isManyFigures } from '#shared/identity/text/tokenize.ts'
import type { Columns, Facts, Gender, PartialDate, PersonName } from '#shared/identity/types.ts'
import { homesOf, workplacesOf } from './attribute-texts.ts'
import { readBirthDates, readGender, readInn, readPassports, readValues } from './attribute-values.ts'
import { mayHoldNumber, readWords, unread } from './attribute-words.ts'
import { readBehindName, readUnnamed } from './detect-identifiers.ts'
import { readWritten, type Written } from './display-values.ts'
import { type Cells, readCells } from './fields-by-kind.ts'
import { readEmbedded } from './labelled-identifiers.ts'
import { readNames, restOfName } from './name-fields.ts'

/**
 * What the cells of a record say. Its texts, which few searches ask for, are read when somebody first does, so that a
 * spread copy would lack them.
 */
export class RecordFacts implements Facts {
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
  readonly unread: readonly string[]
  private addressesRead: string[] | undefined
  private workplacesRead: string[] | undefined
  private wordsRead: string[] | undefined
  private numbersRead: string[] | undefined
  private writtenRead: Written | undefined

  constructor(private readonly cells: Cells) {
    this.names = readNames(cells)
    this.birthDates = readBirthDates(cells)
    this.gender = readGender(cells)
    this.phones = readValues(cells.phone, normalisePhone)
    this.emails = readValues(cells.email, normaliseEmail)
    this.inns = readValues(cells.inn, readInn)
    this.snils = readValues(cells.snils, normaliseSnils)
    this.passports = readPassports(cells)
    this.ogrns = readValues(cells.ogrn, normaliseOgrn)
    this.vins = readValues(cells.vin, normaliseVin)
    this.plates = readValues(cells.plate, normalisePlate)
    this.unread = unread(cells, this)
  }

  get addresses(): string[] {
    this.addressesRead ??= homesOf(this.written)
    return this.addressesRead
  }

  get workplaces(): string[] {
    this.workplacesRead ??= workplacesOf(this.written)
    return this.workplacesRead
  }

  get words(): string[] {
    this.wordsRead ??= readWords(this.cells, this.unread)
    return this.wordsRead
  }

  get numbers(): string[] {
    this.numbersRead ??= mayHoldNumber(this.cells, this.unread) ? this.words.filter(isManyFigures) : NONE
    return this.numbersRead
  }

  /** What is shown in the record's own words. */
  get written(): Written {
    this.writtenRead ??= readWritten(this.cells)
    return this.writtenRead
  }
}

/**
 * Turns the labelled fields of a record into comparable facts. Cells with several values are taken apart, a passport in
 * two columns is put together, placeholders are dropped. Identifiers inside plain text count only behind a label.
 * Never throws: what cannot be read stays findable as words.
 */
export const readFacts = (fields: Record<string, string>, columns: Columns): RecordFacts => {
  const cells = readCells(fields, columns)
  const facts = new RecordFacts(cells)
  for (const text of cells.other ?? NONE) readEmbedded(text, facts)
  // A number behind a label may have been what a cell lacked.
  if (facts.unread.length > 0) for (const text of unread(cells, facts)) readUnnamed(text, facts)
  for (const text of cells.full_name ?? NONE) {
    const rest = restOfName(text)
    if (rest !== '') readBehindName(rest, facts)
  }
  return facts
}
