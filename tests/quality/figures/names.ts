/** Of the measures, as the command takes them. */
export const MEASURE_NAMES = ['recall', 'bands', 'pairs', 'typos', 'totals'] as const
export type MeasureName = (typeof MEASURE_NAMES)[number]
