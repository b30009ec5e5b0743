/**
 * Signs that people and programs write for an apostrophe inside a word, in a character class: typewriter, quotation marks, the
 * letters that Unicode has for it (Ukrainian, Uzbek), the soft sign of transliterations, accents and primes.
 */
export const APOSTROPHES = "'’ʼ‘ʻ‛ʹˈ`´ˊ′＇"
