import { atom, type ReadableAtom } from 'nanostores'
import { AskError, errorText } from './ask.ts'
import { loadCode } from './load-code.ts'

/** A form: what it is doing, its line of text, and a text for each refused field. */
export interface FormState {
  step: 'idle' | 'submitting' | 'done' | 'failed'
  /** The error line, or the words of success. Empty where the fields say it all. */
  text: string
  fields: Record<string, string>
}

export interface FormStore {
  $form: ReadableAtom<FormState>
  /** Loads the check before it is needed. */
  prepare(): void
  /** @returns true where the server agreed. Never rejects; a second submit while one runs is ignored. */
  submit(values: Record<string, unknown>): Promise<boolean>
  /** Shows an error line that did not come from a submit. */
  fail(text: string): void
  /** Drops that error line when its reason is over; another one stays. */
  forgive(text: string): void
  /** Shows a refusal of one field before anything is sent. */
  refuse(field: string, text: string): void
  /** Drops the refusal of a field that is being corrected, and the words of a success that is over. */
  clearRefusal(field: string): void
  reset(): void
}

/** Reads what was typed: values that may be sent, or a text for each refused field. */
export type FormCheck<T> = (
  values: Record<string, unknown>
) => { values: T } | { refusals: Record<string, string> }

interface FormParts<T> {
  /** The check comes with the first sign, so that no page waits for the rules of a form that nobody fills in. */
  loadCheck(): Promise<FormCheck<T>>
  /** Sends the checked values; its text, if any, is shown as success. */
  send(values: T): Promise<string | undefined>
  /** Shown where the failure has no words. */
  fallback: string
}

const IDLE: FormState = { step: 'idle', text: '', fields: {} }

/** A form that is checked before anything is sent. */
export function createForm<T>({ loadCheck, send, fallback }: FormParts<T>): FormStore {
  const $form = atom<FormState>(IDLE)
  let isPrepared = false
  const fail = (text: string, fields: Record<string, string> = {}) =>
    $form.set({ step: 'failed', text, fields })
  return {
    $form,
    fail,
    forgive(text) {
      if ($form.get().text === text) $form.set(IDLE)
    },
    prepare() {
      if (isPrepared) return
      isPrepared = true
      loadCheck().catch(() => {
        isPrepared = false
      })
    },
    async submit(values) {
      if ($form.get().step === 'submitting') return false
      $form.set({ step: 'submitting', text: '', fields: {} })
      try {
        const check = await loadCode(loadCheck)
        const checked = check(values)
        if ('refusals' in checked) {
          fail('', checked.refusals)
          return false
        }
        const text = (await send(checked.values)) ?? ''
        $form.set({ step: 'done', text, fields: {} })
        return true
      } catch (error) {
        const refusals = error instanceof AskError ? shownRefusals(error.fields, values) : {}
        fail(Object.keys(refusals).length > 0 ? '' : errorText(error, fallback), refusals)
        return false
      }
    },
    refuse(field, text) {
      const form = $form.get()
      if (form.step !== 'submitting') $form.set({ ...form, fields: { ...form.fields, [field]: text } })
    },
    clearRefusal(field) {
      const form = $form.get()
      const { [field]: refusal, ...fields } = form.fields
      if (form.step === 'done') $form.set(IDLE)
      else if (refusal !== undefined) $form.set({ ...form, fields })
    },
    reset: () => $form.set(IDLE)
  }
}

/** A refusal of a field that the form does not show must stay in the error line. */
const shownRefusals = (fields: Record<string, string>, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in values))
