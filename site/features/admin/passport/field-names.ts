/** Before the label of a column that may be kept, in the names of a form's boxes. */
export const FIELD_PREFIX = 'field:'
/** The same of purposes that a search may have: none that is ticked means all. */
export const PURPOSE_PREFIX = 'purpose:'
