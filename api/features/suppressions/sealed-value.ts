import { derivedKey, openText, sealText } from '#api/lib/sealed-text.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { TypedValue } from '#shared/rules/suppression.ts'
import { type Decider, deciderId } from './decider.ts'

/** No value of a kind begins so. */
const MARK = '•'

const keyOf = ({ audit }: Pick<Secrets, 'audit'>) => derivedKey(audit, 'sverka/suppression/linked/1')
const ownerOf = (by: Decider, kind: string) => Buffer.from(`${deciderId(by)} ${kind}`)

/** A value of a record that an administrator may enter and not read. */
export const sealValue = (
  secrets: Pick<Secrets, 'audit'>,
  by: Decider,
  { kind, value }: { kind: string; value: string }
): string => MARK + sealText(keyOf(secrets), ownerOf(by, kind), value).toString('base64url')

/** What was sealed for them as it is; what was sealed for another, or of another kind, as no value. */
export function openValue(secrets: Pick<Secrets, 'audit'>, by: Decider, typed: TypedValue): TypedValue {
  const { kind, value } = typed
  if (!value.startsWith(MARK)) return typed
  const sealed = Buffer.from(value.slice(MARK.length), 'base64url')
  return { kind, value: openText(keyOf(secrets), ownerOf(by, kind), sealed) ?? '' }
}
