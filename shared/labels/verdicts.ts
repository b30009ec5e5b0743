import type { PersonKind } from '#shared/contracts/person.ts'
import type { VerdictValue } from '#shared/contracts/verdict.ts'

export const VERDICT_WORDS: Record<PersonKind, Record<VerdictValue, string>> = {
  person: { same: 'тот же', other: 'другой', unclear: 'неясно' },
  organisation: { same: 'та же', other: 'другая', unclear: 'неясно' }
}

export const PAIR_VERDICT_WORDS: Record<PersonKind, Record<VerdictValue, string>> = {
  person: { same: 'один человек', other: 'разные люди', unclear: 'неясно' },
  organisation: { same: 'одна организация', other: 'разные организации', unclear: 'неясно' }
}
