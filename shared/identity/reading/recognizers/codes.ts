import type { Recognizer, Span } from '#shared/identity/reading/spans.ts'

/** «DEMO-2026-000417», «07-90000001»: letters and digits in one, or digits in groups. */
const CODE = /(?<![\p{L}\d@./+-])(?=[\p{L}\d/-]*\d)[\p{L}\d]+(?:[-/][\p{L}\d]+)+(?![\p{L}\d@])/gu
/** More than the tokens of it one by one, less than any value. */
const WEIGHT = 0.3

/** Codes of something else, which are looked for as one word. */
export const recognizeCodes: Recognizer = line =>
  [...line.text.matchAll(CODE)].map(
    ({ 0: code, index }): Span => ({
      from: line.tokenAt(index),
      to: line.tokenAt(index + code.length),
      treatment: 'words',
      weight: WEIGHT,
      readings: []
    })
  )
