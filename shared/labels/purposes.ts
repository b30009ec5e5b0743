/** Purposes of a search and of a passport (`docs/guides/oversight.md` §1). */
export const PURPOSES = {
  client_check: 'Проверка клиента',
  antifraud: 'Противодействие мошенничеству',
  due_diligence: 'Проверка контрагента',
  journalism: 'Журналистское расследование',
  employment: 'Приём на работу с согласия кандидата',
  debt: 'Розыск должника',
  heirs: 'Розыск наследников',
  own_data: 'Данные о себе'
} as const
export type PurposeCode = keyof typeof PURPOSES

/** Values of `SEARCH_PURPOSE`. */
export const PURPOSE_MODES = ['off', 'optional', 'required'] as const
