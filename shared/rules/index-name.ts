import * as v from 'valibot'
import { FORM_REFUSALS } from './form-refusals.ts'

const { BAD_INDEX_NAME } = FORM_REFUSALS

/** The key of a source and the first part of its record ids; no wildcard, list or name of another's can be written so. */
export const indexName = v.pipe(
  v.string(BAD_INDEX_NAME),
  v.trim(),
  v.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, BAD_INDEX_NAME)
)

export const indexForm = v.object({ index_name: v.nullish(indexName, '') }, FORM_REFUSALS.BAD_INPUT)
