import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { AskError, errorText } from './ask.ts'

/** A form: what it is doing, its line of text, and a text for each refused field. */
export interface FormState {
  step: 'idle' | 'submitting' | 'done' | 'failed'
  /** The error line, or the words of success. Empty where the fields say it all. */
  text: string
  fields: Record<string, string>
}

export interface FormStore {
  $form: ReadableAtom<FormState>
  /** @returns true where the server agreed. Never rejects; a second submit while one runs is ignored. */
  submit(values: Record<string, unknown>): Promise<boolean>
  /** Shows an error line that did not come from a submit. */
  fail(text: string): void
  /** Forgets the refusal of a field that is being mended. */
  mend(field: string): void
  reset(): void
}

interface FormRules<S extends v.GenericSchema> {
  schema: S
  /** Sends the checked values; its text, if any, is shown as success. */
  send(values: v.InferOutput<S>): Promise<string | undefined>
  /** Shown where the failure has no words. */
  fallback: string
}

const IDLE: FormState = { step: 'idle', text: '', fields: {} }

/** A form checked by a rule of `shared/rules` before anything is sent. */
export function createForm<S extends v.GenericSchema>({ schema, send, fallback }: FormRules<S>): FormStore {
  const $form = atom<FormState>(IDLE)
  const fail = (text: string, fields: Record<string, string> = {}) =>
    $form.set({ step: 'failed', text, fields })
  return {
    $form,
    fail,
    async submit(values) {
      if ($form.get().step === 'submitting') return false
      const checked = v.safeParse(schema, values)
      if (!checked.success) {
        fail('', textsByField(checked.issues))
        return false
      }
      $form.set({ step: 'submitting', text: '', fields: {} })
      try {
        const text = (await send(checked.output)) ?? ''
        $form.set({ step: 'done', text, fields: {} })
        return true
      } catch (error) {
        const known = error instanceof AskError ? knownFields(error.fields, values) : {}
        fail(Object.keys(known).length > 0 ? '' : errorText(error, fallback), known)
        return false
      }
    },
    mend(field) {
      const { [field]: mended, ...fields } = $form.get().fields
      if (mended !== undefined) $form.set({ ...$form.get(), fields })
    },
    reset: () => $form.set(IDLE)
  }
}

/** The first text of each field, in the order of the rules. */
function textsByField(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? '')
    texts[field] ??= issue.message
  }
  return texts
}

/** A refusal of a field that the form does not show must stay in the error line. */
const knownFields = (fields: Record<string, string>, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in values))
