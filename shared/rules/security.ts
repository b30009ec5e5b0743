import * as v from 'valibot'
import { PASSKEY_TITLE_MAX_CHARS, PASSWORD_MAX_CHARS } from '#shared/constants.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { isStorable, visibleText } from './storable.ts'

const WRONG = FORM_REFUSALS.BAD_INPUT
const CODE = 'Введите код: шесть цифр или резервный код'
const CODE_MAX_CHARS = 32

/** Letters of a Russian keyboard that look like Latin ones, in the order of those. */
const ALIKE = 'АВЕКМНРСТУХ'
const LATIN = 'ABEKMHPCTYX'

/** Letters and digits of a code: people copy it with spaces, dashes and quotes, and type it on any keyboard. */
const signsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[А-Я]/g, letter => LATIN[ALIKE.indexOf(letter)] ?? letter)

const code = v.pipe(
  v.string(CODE),
  v.maxLength(CODE_MAX_CHARS, CODE),
  v.transform(signsOf),
  v.regex(/^(\d{6}|[\dA-Z]{8})$/, CODE)
)

export const stepCode = v.object({ code: v.nullish(code, '') }, WRONG)

const APP_CODE = 'Введите шесть цифр из приложения'
const appCode = v.pipe(
  v.string(APP_CODE),
  v.maxLength(CODE_MAX_CHARS, APP_CODE),
  v.transform(signsOf),
  v.regex(/^\d{6}$/, APP_CODE)
)
export const totpEnable = v.object({ code: v.nullish(appCode, '') }, WRONG)

const TITLE = 'Название ключа: от 1 до 60 символов'
const title = v.pipe(
  v.string(TITLE),
  v.check(isStorable, TITLE),
  v.transform(visibleText),
  v.trim(),
  v.minLength(1, TITLE),
  v.maxLength(PASSKEY_TITLE_MAX_CHARS, TITLE)
)
export const passkeyTitle = v.object({ title: v.nullish(title, '') }, WRONG)

/** W3C WebAuthn level 3, `toJSON`. */
const part = v.pipe(v.string(WRONG), v.maxLength(20_000, WRONG), v.regex(/^[\w-]*$/, WRONG))
const credential = { id: part, rawId: part, type: v.literal('public-key', WRONG) }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
/** Ways to reach a key. Browsers may name others, which are left out: they only help to ask for it. */
const transports = v.pipe(
  v.unknown(),
  v.transform(named => TRANSPORTS.filter(word => Array.isArray(named) && named.includes(word)))
)
const assertion = v.object(
  {
    ...credential,
    response: v.object(
      { clientDataJSON: part, authenticatorData: part, signature: part, userHandle: v.nullish(part) },
      WRONG
    )
  },
  WRONG
)
export type PasskeyAssertion = v.InferOutput<typeof assertion>
const attestation = v.object(
  { ...credential, response: v.object({ clientDataJSON: part, attestationObject: part, transports }, WRONG) },
  WRONG
)
export type PasskeyAttestation = v.InferOutput<typeof attestation>
export const passkeyAnswer = v.object({ response: assertion }, WRONG)
export const newPasskey = v.object({ title: v.nullish(title, ''), response: attestation }, WRONG)

const PROOF = 'Введите пароль или код'

/** One of the three. */
export const proof = v.pipe(
  v.object(
    {
      password: v.optional(
        v.pipe(v.string(PROOF), v.minLength(1, PROOF), v.maxLength(PASSWORD_MAX_CHARS, PROOF))
      ),
      code: v.optional(code),
      response: v.optional(assertion)
    },
    WRONG
  ),
  v.check(proofs => Object.values(proofs).filter(one => one !== undefined).length === 1, PROOF)
)
export type Proof = v.InferOutput<typeof proof>
