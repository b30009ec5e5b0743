/** Longer runs belong to no language (Unicode Annex 15, Stream-Safe Text Format). */
const MARKS_IN_RUN_MAX = 30
const LONG_MARK_RUN = new RegExp(`(\\p{M}{${MARKS_IN_RUN_MAX}})\\p{M}+`, 'gu')
/** Blocks with combining marks, except usual Latin and Cyrillic letters. */
const MAY_HOLD_MARKS = /[\u0300-\u036f\u0483-\u0489\u0591-\uffff]/

const cutMarkRuns = (text: string): string =>
  MAY_HOLD_MARKS.test(text) ? text.replace(LONG_MARK_RUN, '$1') : text

/** NFC with runs of marks cut to 30, because ordering a run takes quadratic time. */
export const composeText = (text: string): string => cutMarkRuns(cutMarkRuns(text).normalize('NFC'))
