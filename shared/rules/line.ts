import * as v from 'valibot'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'

/**
 * One line of text without invisible signs.
 * @param name Field name for the text of a too long value.
 * @param empty Refusal of an empty line; omitted when it may be empty.
 */
export const line = (name: string, most: number, empty?: string) =>
  v.pipe(
    v.string(empty ?? `${name}: введите текст`),
    v.transform(sanitizeText),
    v.check(text => empty === undefined || text !== '', empty ?? ''),
    v.check(text => hasAtMost(text, most), `${name}: не больше ${most} символов`)
  )

const BREAK = /\r\n|[\n\r\u2028\u2029]/
const MANY_BREAKS = /\n{3,}/g

const sanitizeLines = (text: string): string =>
  text.split(BREAK).map(sanitizeText).join('\n').replace(MANY_BREAKS, '\n\n').trim()

/** Lines of text, each as `line` has it; never more than one empty line on end. */
export const lines = (name: string, most: number, empty: string) =>
  v.pipe(
    v.string(empty),
    v.transform(sanitizeLines),
    v.check(text => text !== '', empty),
    v.check(text => hasAtMost(text, most), `${name}: не больше ${most} символов`)
  )
