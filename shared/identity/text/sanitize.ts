import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { composeText } from './compose.ts'

/** Control characters, zero-width signs, direction marks, soft hyphens, variation selectors, lone surrogates. */
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\uFFFD]|(?!\s)\p{Cc}/gu

/** Usual letters, digits and signs, with single spaces between: nothing to do, as in most texts. */
const USUAL = /^[!-~А-Яа-яЁё№«»–—]+(?: [!-~А-Яа-яЁё№«»–—]+)*$/

/** A place where a line may break, in the place of a space: «Примеров\u200bИлья». */
const BREAK_BETWEEN_WORDS = /(?<=\p{Ll})\u200b+(?=\p{Lu})/gu

/** ASCII in the width of a Chinese sign, as some keyboards and programs write digits. */
const FULL_WIDTH = /[！-～]/g
const FULL_WIDTH_SHIFT = 0xfee0

/**
 * Composed form without invisible signs and lone surrogates, full-width letters and digits of any script as usual ones; any run of
 * white space is one space; trimmed.
 */
export function sanitizeText(text: string): string {
  if (USUAL.test(text)) return text
  const visible = text.replace(BREAK_BETWEEN_WORDS, ' ').replace(INVISIBLE, '')
  const usual = visible.replace(FULL_WIDTH, sign =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_SHIFT)
  )
  return composeText(asciiDigits(usual)).replace(/\s+/gu, ' ').trim()
}

/** Printable ASCII, Russian letters, usual marks and the breaks between lines: nothing to repair. */
const PLAIN = /^[ -~А-Яа-яЁё№«»–—\t\n\r]*$/
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/

/** The same of a cell, in which a line break parts two values. */
export function sanitizeCell(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  if (!LINE_BREAK.test(text)) return sanitizeText(text)
  return text.split(LINE_BREAK).map(sanitizeText).join('\n').trim()
}
