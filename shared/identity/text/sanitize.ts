import { asciiDigits } from '#shared/identity/identifiers/digits.ts'
import { composeText } from './compose.ts'

const INVISIBLE = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\uFFFD]|(?!\s)\p{Cc}/gu

/** Nothing to repair, as in most texts. */
const USUAL = /^[!-~А-Яа-яЁё№«»–—]+(?: [!-~А-Яа-яЁё№«»–—]+)*$/

/** A break in place of a space: «Примеров\u200bИлья». */
const BREAK_BETWEEN_WORDS = /(?<=\p{Ll})\u200b+(?=\p{Lu})/gu

const FULL_WIDTH = /[！-～]/g
const FULL_WIDTH_SHIFT = 0xfee0

/** NFC without invisible signs, usual digits, single spaces, trimmed. */
export function sanitizeText(text: string): string {
  if (USUAL.test(text)) return text
  const visible = text.replace(BREAK_BETWEEN_WORDS, ' ').replace(INVISIBLE, '')
  const usual = visible.replace(FULL_WIDTH, sign =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_SHIFT)
  )
  return composeText(asciiDigits(usual)).replace(/\s+/gu, ' ').trim()
}

const PLAIN = /^[ -~А-Яа-яЁё№«»–—\t\n\r]*$/
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/

/** The same for a cell, where a line break separates values. */
export function sanitizeCell(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  if (!LINE_BREAK.test(text)) return sanitizeText(text)
  return text.split(LINE_BREAK).map(sanitizeText).join('\n').trim()
}
