import type { KeyedHash } from '#api/lib/hmac.ts'

/** A kind and a normal form (`shared/identity/records/subject.ts`). */
export interface SubjectValue {
  kind: string
  value: string
}

export interface RecordSubjects {
  number: string
  source: string
  /** As in `Candidate`. */
  subjectKeys: string[] | null
  /** Only for sources with keys of an older rule. */
  fields?: Record<string, string>
}

/**
 * HMAC-SHA256(key, kind + ':' + base64(SHA256(value))), 32 bytes: all that is stored of a suppressed person
 * (`docs/guides/data-protection.md` §2). The inner hash is that of public opt-out lists.
 */
export function subjectToken(suppressHash: KeyedHash, value: SubjectValue): Buffer {
  return suppressHash.digest(hashedText(value))
}

/** First eight bytes of a token as a signed number. */
export function subjectKey(suppressHash: KeyedHash, value: SubjectValue): bigint {
  return suppressHash.number(hashedText(value))
}

export function subjectKeys(suppressHash: KeyedHash, values: readonly SubjectValue[]): bigint[] {
  return values.map(value => subjectKey(suppressHash, value))
}

function hashedText({ kind, value }: SubjectValue): string {
  return `${kind}:${Bun.SHA256.hash(value, 'base64')}`
}
