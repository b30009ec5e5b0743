import { drivingLicence } from './driving-licence.ts'
import { email } from './email.ts'
import { inn } from './inn.ts'
import type { KindReader } from './kind-reader.ts'
import { ogrn } from './ogrn.ts'
import { omsPolicy } from './oms-policy.ts'
import { passport } from './passport.ts'
import { phone } from './phone.ts'
import { plate } from './plate.ts'
import { snils } from './snils.ts'
import { vin } from './vin.ts'

export interface ReadingWords {
  /** Label of the chip; defaults to the kind's. */
  label?: string
  /** Name in reasons; defaults to the key. */
  identifier?: string
  /** Noun inside a sentence; defaults to the kind's. */
  noun?: string
  length: number
}

/** Names of a kind and the look of its values. */
export interface IdentifierWords {
  /** Noun inside a sentence: «телефон». Capitalized it labels columns, chips and summary rows. */
  noun: string
  isNeuter?: true
  /** Sorts of values that a line tells apart; defaults to one named like the kind. */
  readings?: Readonly<Record<string, ReadingWords>>
  /** Mask by length: `#` is any sign, a digit is itself. */
  mask?: string
  /** A document of a person, which an export states by itself. */
  isPaper?: true
  /** Columns that hold a part of a value. */
  parts?: Readonly<Record<string, string>>
}

/** What a value of the kind proves. */
export interface IdentifierRules {
  reader: KindReader
  belongsTo: 'anybody' | 'person' | 'organisation' | 'vehicle'
  /** Length of an organisation's value, where it differs from a person's. */
  lengthOfOrganisation?: number
  ofDigits?: true
  /** A wrong check digit: the number neither links nor separates. */
  isChecked?: true
  /** A person may have several in a lifetime, so another value is no contradiction. */
  mayBeSeveral?: true
  /** Equal valid numbers link records of people; a lower rank is surer. */
  hardLink?: number
  /** Nobody has two in a lifetime: another valid number separates people. */
  isVeto?: true
  /** Hidden from masked roles. */
  isMasked?: true
  /** Last digits that distinguish neighbours, including check digits: by the others scanning is noticed. */
  ownDigits?: number
  ownDigitsOfOrganisation?: number
  /** Declined forms of the noun: «телефона в записи нет», «Телефоны разные». */
  genitive?: string
  plural?: string
  ofSeveral?: string
}

/**
 * Kinds of identifiers in the order of forms and answers. A kind is a row here and a row of `IDENTIFIERS`: keys,
 * readings, links, vetoes, reasons, columns and labels follow. Pages carry this half alone.
 */
export const IDENTIFIER_WORDS = {
  phone: { noun: 'телефон', mask: '+7 ### ###-##-##' },
  email: { noun: 'e-mail' },
  inn: {
    noun: 'ИНН',
    readings: {
      inn_person: { label: 'ИНН физлица', identifier: 'inn', length: 12 },
      inn_org: { label: 'ИНН организации', identifier: 'inn', length: 10 }
    }
  },
  snils: { noun: 'СНИЛС', mask: '###-###-### ##', isPaper: true },
  passport: {
    noun: 'паспорт',
    mask: '## ## ######',
    isPaper: true,
    parts: { passport_series: 'Серия паспорта', passport_number: 'Номер паспорта' }
  },
  ogrn: {
    noun: 'ОГРН',
    readings: {
      ogrn: { length: 13 },
      ogrnip: { noun: 'ОГРНИП', length: 15 }
    }
  },
  vin: { noun: 'VIN' },
  plate: { noun: 'госномер' },
  driving_licence: {
    noun: 'водительское удостоверение',
    isNeuter: true,
    mask: '## ## ######',
    isPaper: true
  },
  oms_policy: { noun: 'полис ОМС', mask: '#### #### #### ####', isPaper: true }
} as const satisfies Readonly<Record<string, IdentifierWords>>

/** Readers and checks of each kind. */
export const IDENTIFIERS = {
  phone: {
    reader: phone,
    belongsTo: 'anybody',
    ofDigits: true,
    ownDigits: 3,
    mayBeSeveral: true,
    genitive: 'телефона',
    plural: 'телефоны'
  },
  email: { reader: email, belongsTo: 'anybody', mayBeSeveral: true },
  inn: {
    reader: inn,
    belongsTo: 'anybody',
    ofDigits: true,
    lengthOfOrganisation: 10,
    isChecked: true,
    hardLink: 2,
    isVeto: true,
    isMasked: true,
    ownDigits: 5,
    ownDigitsOfOrganisation: 4
  },
  snils: {
    reader: snils,
    belongsTo: 'person',
    ofDigits: true,
    isChecked: true,
    hardLink: 1,
    isVeto: true,
    isMasked: true,
    ownDigits: 5
  },
  passport: {
    reader: passport,
    belongsTo: 'person',
    ofDigits: true,
    mayBeSeveral: true,
    hardLink: 3,
    isMasked: true,
    ownDigits: 3,
    genitive: 'паспорта',
    plural: 'паспорта',
    ofSeveral: 'паспортов'
  },
  ogrn: { reader: ogrn, belongsTo: 'organisation', ofDigits: true, isChecked: true, mayBeSeveral: true },
  vin: { reader: vin, belongsTo: 'vehicle', mayBeSeveral: true },
  plate: {
    reader: plate,
    belongsTo: 'vehicle',
    mayBeSeveral: true,
    genitive: 'госномера',
    plural: 'госномера'
  },
  driving_licence: {
    reader: drivingLicence,
    belongsTo: 'person',
    mayBeSeveral: true,
    hardLink: 4,
    genitive: 'водительского удостоверения',
    plural: 'водительские удостоверения',
    ofSeveral: 'водительских удостоверений'
  },
  oms_policy: {
    reader: omsPolicy,
    belongsTo: 'person',
    ofDigits: true,
    isChecked: true,
    mayBeSeveral: true,
    hardLink: 5,
    genitive: 'полиса ОМС',
    plural: 'полисы ОМС',
    ofSeveral: 'полисов ОМС'
  }
} as const satisfies Readonly<Record<keyof typeof IDENTIFIER_WORDS, IdentifierRules>>

type Words = typeof IDENTIFIER_WORDS

/** Name in columns, look-up keys and the suppression list. */
export type IdentifierKind = keyof Words

/** Name as a reading of a line: the INN of a person differs from that of an organisation. */
export type IdentifierReading = {
  [Kind in IdentifierKind]: Words[Kind] extends { readings: infer Readings } ? keyof Readings : Kind
}[IdentifierKind]

export type Identifier = {
  [Kind in IdentifierKind]: Words[Kind] extends { readings: infer Readings }
    ? {
        [Reading in keyof Readings]: Readings[Reading] extends { identifier: infer Name } ? Name : Reading
      }[keyof Readings]
    : Kind
}[IdentifierKind]

/** A column with part of a value. */
export type PartKind = {
  [Kind in IdentifierKind]: Words[Kind] extends { parts: infer Parts } ? keyof Parts : never
}[IdentifierKind]

type KindWith<Rules> = {
  [Kind in IdentifierKind]: (typeof IDENTIFIERS)[Kind] extends Rules ? Kind : never
}[IdentifierKind]

export type HardLinkKind = KindWith<{ hardLink: number }>
/** Kinds whose different number separates people. */
export type VetoKind = KindWith<{ isVeto: true }>
