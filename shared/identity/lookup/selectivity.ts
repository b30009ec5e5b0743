import type { PlanStep } from '#shared/identity/lookup/types.ts'

/** Kinds of keys that may stand in a good part of all records: parts of names, words, years. */
const COMMON_KEY = /^(?:t|w|y|u):(?!\d{5})/

/** True for keys each of which may be frequent: to read all records that have them takes time in proportion to the table. */
export const areCommonKeys = (keys: readonly string[]): boolean => keys.every(key => COMMON_KEY.test(key))

/** True for a step that few records meet: an identifier, or several parts of a name together. */
export const isSelective = ({ surname, keys }: PlanStep): boolean =>
  surname === undefined && !areCommonKeys(keys)
