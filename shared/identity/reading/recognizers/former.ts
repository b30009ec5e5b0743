import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { FORMER_WORDS } from '#shared/identity/records/name-remarks.ts'

/** «ранее Петров», «(в девичестве Петрова)», «он же Петров» */
const WORDS = `(?:${FORMER_WORDS}|(?:он|она) же)(?!\\p{L})[.: –—-]{1,4}\\p{L}[\\p{L}-]+`
const FORMER = new RegExp(`\\(${WORDS}\\)|(?<!\\p{L})${WORDS}(?= ?[\\d,;)]| |$)`, 'giu')
const MAY_BE = /ранее|фамилия|бывш|урожд|дев|брака|замужества|она? же/iu
const WEIGHT = 6

export const recognizeFormer: Recognizer = line =>
  MAY_BE.test(line.text)
    ? [...line.text.matchAll(FORMER)].map(({ 0: text, index }) => ({
        from: line.tokenAt(index),
        to: line.tokenAt(index + text.length),
        treatment: 'drop' as const,
        weight: WEIGHT,
        isGap: true as const,
        readings: []
      }))
    : []
