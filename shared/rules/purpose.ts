import * as v from 'valibot'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import { CASE_REF_MAX_CHARS } from './purpose-limits.ts'

const FROM_FORM = ''
const CODES = Object.keys(PURPOSES) as PurposeCode[]
export const UNKNOWN_PURPOSE = 'Такой цели нет. Выберите цель из списка.'
export const WRONG_CASE_REF = `Номер дела: до ${CASE_REF_MAX_CHARS} знаков, буквы, цифры, пробелы и знаки . , - / № # _ : ( )`

export const purposeCode = v.picklist(CODES, UNKNOWN_PURPOSE)

/** Case number in the asker's files; may be empty. */
export const caseRef = v.pipe(
  v.string(WRONG_CASE_REF),
  v.trim(),
  v.check(text => hasAtMost(text, CASE_REF_MAX_CHARS), WRONG_CASE_REF),
  v.regex(/^[\p{L}\p{N} .,\-/№#_:()]*$/u, WRONG_CASE_REF)
)

/** Stated by a search instead of its token and account. */
export const purposeEntries = { purpose: v.nullish(purposeCode), case_ref: v.nullish(caseRef) }
export type GivenPurpose = {
  [K in keyof typeof purposeEntries]?: v.InferOutput<(typeof purposeEntries)[K]>
}

/** Stated for all searches of an account or token; null states nothing. */
export const purposeBody = v.pipe(
  v.object(
    { ...purposeEntries, purpose: v.nullish(v.union([v.literal(FROM_FORM), purposeCode], UNKNOWN_PURPOSE)) },
    UNKNOWN_PURPOSE
  ),
  v.transform(({ purpose, case_ref }) => ({
    purpose: purpose || null,
    case_ref: purpose && case_ref ? case_ref : null
  }))
)
export type PurposeForm = v.InferOutput<typeof purposeBody>
