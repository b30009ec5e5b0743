import type { PersonKind } from '#shared/contracts/person.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'

/** What a user concludes of one: whether it is who was looked for. */
export const VERDICT_WORDS: Record<PersonKind, Record<VerdictValue, string>> = {
  person: { same: 'тот же', other: 'другой', unclear: 'неясно' },
  organisation: { same: 'та же', other: 'другая', unclear: 'неясно' }
}

/** What a user concludes of two. */
export const PAIR_VERDICT_WORDS: Record<PersonKind, Record<VerdictValue, string>> = {
  person: { same: 'один человек', other: 'разные люди', unclear: 'неясно' },
  organisation: { same: 'одна организация', other: 'разные организации', unclear: 'неясно' }
}
