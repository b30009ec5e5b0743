/** A signal is a reason to look, and proves nothing. */
export const SIGNAL_KINDS = {
  enumeration: 'Номера подряд',
  same_person: 'Один человек снова и снова',
  many_records: 'Много записей за день',
  many_addresses: 'Много адресов у токена'
} as const
export type SignalKind = keyof typeof SIGNAL_KINDS

export const SIGNAL_STATES = { new: 'новый', seen: 'в работе', closed: 'снят' } as const
export type SignalState = keyof typeof SIGNAL_STATES

/** Values of `RISK_MODE`. */
export const RISK_MODES = ['off', 'flag', 'throttle'] as const
