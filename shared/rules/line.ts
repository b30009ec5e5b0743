import * as v from 'valibot'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/**
 * One line of text as a person types it, cleaned of what cannot be seen.
 *
 * @param name Of the field, for the text of one that is too long.
 * @param empty What is said of an empty line; without it one may be empty.
 */
export const line = (name: string, most: number, empty?: string) =>
  v.pipe(
    v.string(empty ?? `${name}: введите текст`),
    v.transform(sanitizeText),
    v.check(text => empty === undefined || text !== '', empty ?? ''),
    v.check(text => hasAtMost(text, most), `${name}: не больше ${most} символов`)
  )
