/** Of the measures of generated people; each is asked of a loaded product. */
export const PEOPLE_MEASURES = ['recall', 'bands', 'pairs', 'typos', 'totals'] as const
export type PeopleMeasure = (typeof PEOPLE_MEASURES)[number]

/** Of all measures, as the command takes them; `lines` needs nothing that is loaded. */
export const MEASURE_NAMES = ['lines', ...PEOPLE_MEASURES] as const
export type MeasureName = (typeof MEASURE_NAMES)[number]
