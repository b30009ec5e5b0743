import type { PlanStep } from '#shared/identity/lookup/types.ts'

/** Keys that a large share of records may have: parts of names, words, years. */
const COMMON_KEY = /^(?:t|w|y|u):(?!\d{5})/

/** Reading all records of such keys takes time in proportion to the table. */
export const areCommonKeys = (keys: readonly string[]): boolean => keys.every(key => COMMON_KEY.test(key))

/** Whether few records match a step: an identifier, or several parts of a name. */
export const isSelective = ({ surname, keys }: PlanStep): boolean =>
  surname === undefined && !areCommonKeys(keys)
