import type { Relation } from '#shared/contracts/summary.ts'

/** States a shared value and nothing else. */
export const RELATION_TEXTS: Record<Relation['kind'] | 'family', string> = {
  phone: 'общий телефон',
  address: 'общий адрес',
  workplace: 'общее место работы',
  family: 'возможно родственник: та же фамилия и квартира'
}

export const FORMER_VALUE_NOTE = 'раньше; позже — у другого лица'
