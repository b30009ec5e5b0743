import * as v from 'valibot'
import {
  ADDRESS_MIN_CHARS,
  EXCEPTION_DESCRIPTION_MAX_CHARS,
  EXCEPTION_NAME_MAX_CHARS
} from '#shared/admin-constants.ts'
import { ADMIN_REFUSALS } from './admin-refusals.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line } from './line.ts'

const { NOT_AN_ADDRESS } = ADMIN_REFUSALS
const NO_NAME = 'Название обязательно'
const NOT_A_FLAG = 'Активно: да или нет'

/** The shortest IPv4; IPv6 has «::1». */
const isLongEnough = (text: string) => text.length >= ADDRESS_MIN_CHARS || text.includes(':')

/** Forms check the length; the server checks the address. */
const address = v.pipe(v.string(NOT_AN_ADDRESS), v.trim(), v.check(isLongEnough, NOT_AN_ADDRESS))
const name = line('Название', EXCEPTION_NAME_MAX_CHARS, NO_NAME)
const description = v.pipe(
  v.nullable(line('Описание', EXCEPTION_DESCRIPTION_MAX_CHARS), ''),
  v.transform(text => (text === '' ? null : text))
)

/** Waives the bot check. */
export const newException = v.object(
  { ip_address: v.nullish(address, ''), name: v.nullish(name, ''), description: v.optional(description, '') },
  FORM_REFUSALS.BAD_INPUT
)
export type NewException = v.InferOutput<typeof newException>

/** The address cannot change; it may be sent along. */
export const exceptionEdit = v.object(
  {
    name: v.nullish(name, ''),
    description: v.optional(description),
    is_active: v.boolean(NOT_A_FLAG),
    ip_address: v.nullish(address)
  },
  FORM_REFUSALS.BAD_INPUT
)
export type ExceptionEdit = v.InferOutput<typeof exceptionEdit>

export const exemptAddress = v.object({ ip: v.nullish(address, '') }, FORM_REFUSALS.BAD_INPUT)
