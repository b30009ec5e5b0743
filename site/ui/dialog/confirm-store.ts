import { atom } from 'nanostores'

export interface Question {
  /** «Удалить индекс demo_trial_01?» */
  title: string
  /** What will be gone, and that it stays gone. */
  text: string
  /** Names the object: «Удалить demo_trial_01». */
  action: string
  /** `remove` for what destroys, the default. */
  kind?: 'remove' | 'primary'
}

export interface Asked extends Question {
  answer(yes: boolean): void
}

/** The question that waits for an answer. */
export const $question = atom<Asked | null>(null)

/** Asks before a destructive act. @returns whether the person agreed; closing the dialog is a no. */
export function confirm(question: Question): Promise<boolean> {
  $question.get()?.answer(false)
  return new Promise(resolve => {
    $question.set({
      ...question,
      answer(yes) {
        $question.set(null)
        resolve(yes)
      }
    })
  })
}
