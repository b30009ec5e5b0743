/** Before the label of a column that may be kept, in the names of a form's boxes. */
export const FIELD_PREFIX = 'field:'
