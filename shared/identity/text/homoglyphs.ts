/**
 * Signs that people and programs write for an apostrophe inside a word, in a character class: typewriter, quotation marks, the
 * letters that Unicode has for it (Ukrainian, Uzbek), the soft sign of transliterations, accents and primes.
 */
export const APOSTROPHES = "'’ʼ‘ʻ‛ʹˈ`´ˊ′＇"

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
/** Inside a Cyrillic word also signs with which no name begins. */
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
 * A word in lower case that mixes Latin and Cyrillic letters, brought to the alphabet in which all its letters have a
 * place; a zero or three inside a Cyrillic word is the letter о or з. Any other word comes back as it is.
 */
export function repairHomoglyphs(word: string): string {
  if (!/[а-яёіїєґў]/.test(word) || !/[a-zë03]/.test(word)) return word
  if (/[0-9]/.test(word.replace(/[03]/g, '')) || /^[03]+|[03]{2}/.test(word)) return word
  const cyrillic = respell(word, INNER_HOMOGLYPHS, /[a-z0-9ë]/)
  return cyrillic ?? respell(word, LATIN_HOMOGLYPHS, /[а-яёіїєґў0-9]/) ?? word
}

/** A text in lower case with Latin letters and look-alikes of them in Latin alone; as it is where another Cyrillic letter stands in it. */
export function repairLatin(text: string): string {
  if (!/[а-яёіїєґў]/.test(text) || !/[a-z]/.test(text)) return text
  return respell(text, LATIN_HOMOGLYPHS, /[а-яёіїєґў]/) ?? text
}

/** The word in one alphabet; null when a letter has no homoglyph there. */
function respell(word: string, homoglyphs: Record<string, string>, foreign: RegExp): string | null {
  const respelled = [...word].map(sign => homoglyphs[sign] ?? sign).join('')
  return foreign.test(respelled) ? null : respelled
}
