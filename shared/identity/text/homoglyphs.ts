/** Signs used as an apostrophe inside a word, as a character class. */
export const APOSTROPHES = "'’ʼ‘ʻ‛ʹˈ`´ˊ′＇"

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
/** Signs that no name begins with. */
const INNER_HOMOGLYPHS: Record<string, string> = {
  ...CYRILLIC_HOMOGLYPHS,
  i: 'і',
  '0': 'о',
  '3': 'з',
  ë: 'ё'
}
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
 * Brings a lower-case word of mixed Latin and Cyrillic letters to one alphabet, with 0 and 3 as о and з. Others stay.
 */
export function repairHomoglyphs(word: string): string {
  if (!/[а-яёіїєґў]/.test(word) || !/[a-zë03]/.test(word)) return word
  if (/[0-9]/.test(word.replace(/[03]/g, '')) || /^[03]+|[03]{2}/.test(word)) return word
  const cyrillic = respell(word, INNER_HOMOGLYPHS, /[a-z0-9ë]/)
  return cyrillic ?? respell(word, LATIN_HOMOGLYPHS, /[а-яёіїєґў0-9]/) ?? word
}

/** Lower-case text with look-alikes as Latin; unchanged when it has other Cyrillic letters. */
export function repairLatin(text: string): string {
  if (!/[а-яёіїєґў]/.test(text) || !/[a-z]/.test(text)) return text
  return respell(text, LATIN_HOMOGLYPHS, /[а-яёіїєґў]/) ?? text
}

function respell(word: string, homoglyphs: Record<string, string>, foreign: RegExp): string | null {
  const respelled = [...word].map(sign => homoglyphs[sign] ?? sign).join('')
  return foreign.test(respelled) ? null : respelled
}
