import { atom } from 'nanostores'

/** The one short message of the page; empty when there is nothing to say. */
export const $toast = atom('')

let timer: ReturnType<typeof setTimeout> | undefined

/** A sentence takes longer to read than «Скопировано». */
const SENTENCE_MS = 8_000

/** Says a sentence: why something was not done, or what has come of it. */
export const tell = (sentence: string): void => showToast(sentence, SENTENCE_MS)

/** Says something for `ms` milliseconds; a later message takes the place of an earlier one. */
export function showToast(text: string, ms: number): void {
  clearTimeout(timer)
  $toast.set(text)
  timer = setTimeout(() => $toast.set(''), ms)
}
