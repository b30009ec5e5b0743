import { drivingLicence } from './driving-licence.ts'
import { email } from './email.ts'
import { inn } from './inn.ts'
import { ogrn } from './ogrn.ts'
import { omsPolicy } from './oms-policy.ts'
import { passport } from './passport.ts'
import { phone } from './phone.ts'
import { plate } from './plate.ts'
import type { Recognizer } from './recognizer.ts'
import { snils } from './snils.ts'
import { vin } from './vin.ts'

/** One of several ways in which lines read values of a kind. */
export interface ReadingWords {
  /** On a chip; the kind's where it is left out. */
  label?: string
  /** As reasons name it; as itself where it is left out. */
  identifier?: string
  /** As a sentence names it; the kind's where it is left out. */
  noun?: string
  /** Signs of its values. */
  length: number
}

/** What a kind is called, and how its values look. */
export interface IdentifierWords {
  /** Inside a sentence: «телефон»; with a capital the label of a column, a chip and a row of the summary. */
  noun: string
  isNeuter?: true
  /** Where a line tells several sorts of its values apart; else it has one of the kind's own name. */
  readings?: Readonly<Record<string, ReadingWords>>
  /** How a value of this length is shown: `#` stands for any sign, a digit for itself. */
  mask?: string
  /** Columns that hold a part of a value, with their names. */
  parts?: Readonly<Record<string, string>>
}

/** What follows from a value of a kind. */
export interface IdentifierRules {
  recognizer: Recognizer
  belongsTo: 'anybody' | 'person' | 'organisation' | 'vehicle'
  /** Signs of the values that an organisation has, where a person's have others. */
  lengthOfOrganisation?: number
  /** All its values are digits. */
  ofDigits?: true
  /** A number with a wrong check digit joins and parts nobody. */
  isChecked?: true
  /** Somebody may have had several in a lifetime: in a comparison another value is no contradiction. */
  mayBeSeveral?: true
  /** The number is one person's alone: equal valid ones join records of people, the lower the rank, the surer. */
  hardLink?: number
  /** Nobody has two in a lifetime: another valid number parts records of people. */
  isVeto?: true
  /** Of the noun, where it declines: «телефона в записи нет», «Телефоны разные», «один из паспортов запроса другой». */
  genitive?: string
  plural?: string
  ofSeveral?: string
}

/**
 * The kinds of identifiers, in the order in which forms, contracts and answers list them. A kind is a row here and a row of
 * `IDENTIFIERS`; keys, readings, links, vetoes, reasons, columns and labels follow. Pages carry this half alone.
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
  snils: { noun: 'СНИЛС', mask: '###-###-### ##' },
  passport: {
    noun: 'паспорт',
    mask: '## ## ######',
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
  driving_licence: { noun: 'водительское удостоверение', isNeuter: true, mask: '## ## ######' },
  oms_policy: { noun: 'полис ОМС', mask: '#### #### #### ####' }
} as const satisfies Readonly<Record<string, IdentifierWords>>

/** What reads and judges the values of each kind. */
export const IDENTIFIERS = {
  phone: {
    recognizer: phone,
    belongsTo: 'anybody',
    ofDigits: true,
    mayBeSeveral: true,
    genitive: 'телефона',
    plural: 'телефоны'
  },
  email: { recognizer: email, belongsTo: 'anybody', mayBeSeveral: true },
  inn: {
    recognizer: inn,
    belongsTo: 'anybody',
    ofDigits: true,
    lengthOfOrganisation: 10,
    isChecked: true,
    hardLink: 2,
    isVeto: true
  },
  snils: {
    recognizer: snils,
    belongsTo: 'person',
    ofDigits: true,
    isChecked: true,
    hardLink: 1,
    isVeto: true
  },
  passport: {
    recognizer: passport,
    belongsTo: 'person',
    ofDigits: true,
    mayBeSeveral: true,
    hardLink: 3,
    genitive: 'паспорта',
    plural: 'паспорта',
    ofSeveral: 'паспортов'
  },
  ogrn: { recognizer: ogrn, belongsTo: 'organisation', ofDigits: true, isChecked: true, mayBeSeveral: true },
  vin: { recognizer: vin, belongsTo: 'vehicle', mayBeSeveral: true },
  plate: {
    recognizer: plate,
    belongsTo: 'vehicle',
    mayBeSeveral: true,
    genitive: 'госномера',
    plural: 'госномера'
  },
  driving_licence: {
    recognizer: drivingLicence,
    belongsTo: 'person',
    mayBeSeveral: true,
    hardLink: 4,
    genitive: 'водительского удостоверения',
    plural: 'водительские удостоверения',
    ofSeveral: 'водительских удостоверений'
  },
  oms_policy: {
    recognizer: omsPolicy,
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

/** As columns, look-up keys and the suppression list name it. */
export type IdentifierKind = keyof Words

/** As a reading of a line names it: an INN of a person is another one than an organisation's. */
export type IdentifierReading = {
  [Kind in IdentifierKind]: Words[Kind] extends { readings: infer Readings } ? keyof Readings : Kind
}[IdentifierKind]

/** As reasons name it. */
export type Identifier = {
  [Kind in IdentifierKind]: Words[Kind] extends { readings: infer Readings }
    ? {
        [Reading in keyof Readings]: Readings[Reading] extends { identifier: infer Name } ? Name : Reading
      }[keyof Readings]
    : Kind
}[IdentifierKind]

/** A column with a part of a value. */
export type PartKind = {
  [Kind in IdentifierKind]: Words[Kind] extends { parts: infer Parts } ? keyof Parts : never
}[IdentifierKind]

type KindWith<Rules> = {
  [Kind in IdentifierKind]: (typeof IDENTIFIERS)[Kind] extends Rules ? Kind : never
}[IdentifierKind]

/** A kind of which an equal number joins records of a person. */
export type HardLinkKind = KindWith<{ hardLink: number }>
/** A kind of which another number parts records of people. */
export type VetoKind = KindWith<{ isVeto: true }>
