import * as v from 'valibot'
import { ADMIN_REFUSALS } from './admin-refusals.ts'
import { FORM_REFUSALS } from './form-refusals.ts'

const { BAD_INDEX_NAME } = ADMIN_REFUSALS
/** Key of a source and prefix of its record ids; excludes wildcards and lists. */
export const INDEX_NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/

export const isIndexName = (text: string): boolean => INDEX_NAME.test(text)

export const indexForm = v.object(
  {
    index_name: v.nullish(v.pipe(v.string(BAD_INDEX_NAME), v.trim(), v.regex(INDEX_NAME, BAD_INDEX_NAME)), '')
  },
  FORM_REFUSALS.BAD_INPUT
)
