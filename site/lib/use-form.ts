import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import type { FormStore } from './form-store.ts'

/**
 * Binds a form's store to a `<form>` of uncontrolled inputs: typed text stays through an error. After a refusal the
 * focus goes to the first bad field, else back to where it was (inputs are off while the form is sent).
 */
export function useForm(store: FormStore) {
  const state = useStore(store.$form)
  return {
    state,
    busy: state.step === 'submitting',
    bind: {
      method: 'post',
      noValidate: true,
      async onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        const form = event.currentTarget
        const focused = document.activeElement
        if (await store.submit(Object.fromEntries(new FormData(form)))) form.reset()
        requestAnimationFrame(() => {
          const bad = form.querySelector('[aria-invalid]') ?? focused
          if (bad instanceof HTMLElement) bad.focus()
          // What had the focus may be off for longer than the form was sent.
          if (document.activeElement === document.body) firstInput(form)?.focus()
        })
      },
      onInput(event: FormEvent<HTMLFormElement>) {
        store.prepare()
        if (event.target instanceof HTMLInputElement) store.clearRefusal(event.target.name)
      }
    }
  } as const
}

/** The first field of a form that can be filled in. */
export const firstInput = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('input:enabled:not([type=hidden])')
