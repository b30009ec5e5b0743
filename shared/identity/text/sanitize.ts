import { composeText } from './compose.ts'

/** Control characters, zero-width signs, direction marks, soft hyphens, variation selectors, lone surrogates. */
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\uFFFD]|(?!\s)\p{Cc}/gu

const PLAIN = /^[ -~А-Яа-яЁё№«»–—]*$/

/** True for a text of usual Russian and Latin letters, digits and signs: composed, visible, no white space but spaces. */
export function isPlainText(text: string): boolean {
  return PLAIN.test(text)
}

/** ASCII in the width of a Chinese sign, as some keyboards and programs write figures. */
const FULL_WIDTH = /[！-～]/g
const FULL_WIDTH_SHIFT = 0xfee0

/**
 * Composed form without invisible signs and lone surrogates, full-width figures and letters as usual ones; any run of
 * white space is one space; trimmed.
 */
export function sanitizeText(text: string): string {
  if (isPlainText(text)) return (text.includes('  ') ? text.replace(/ +/g, ' ') : text).trim()
  return composeText(text.replace(INVISIBLE, ''))
    .replace(FULL_WIDTH, sign => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Latin letters that look like Cyrillic ones. */
export const CYRILLIC_HOMOGLYPHS: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у'
}
/** Inside a Cyrillic word also those that no name begins with. */
const WORD_HOMOGLYPHS: Record<string, string> = { ...CYRILLIC_HOMOGLYPHS, i: 'і', '0': 'о', '3': 'з', ë: 'ё' }
const LATIN_HOMOGLYPHS: Record<string, string> = {
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  х: 'x',
  у: 'y',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  і: 'i',
  ё: 'e'
}

/**
 * A word in lower case that mixes Latin and Cyrillic letters, brought to the alphabet in which all its letters have a
 * place; a zero or three inside a Cyrillic word is the letter о or з. Any other word comes back as it is.
 */
export function repairHomoglyphs(word: string): string {
  if (!/[а-яёіїєґў]/.test(word) || !/[a-zë03]/.test(word)) return word
  if (/[0-9]/.test(word.replace(/[03]/g, '')) || /^[03]+|[03]{2}/.test(word)) return word
  const cyrillic = spell(word, WORD_HOMOGLYPHS, /[a-z0-9ë]/)
  return cyrillic ?? spell(word, LATIN_HOMOGLYPHS, /[а-яёіїєґў0-9]/) ?? word
}

function spell(word: string, homoglyphs: Record<string, string>, foreign: RegExp): string | null {
  const spelled = [...word].map(sign => homoglyphs[sign] ?? sign).join('')
  return foreign.test(spelled) ? null : spelled
}
