import { atom } from 'nanostores'
import type { RequestConfirmed } from '#shared/contracts/privacy/privacy.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { createForm, type FormCheck } from '#site/lib/form-store.ts'

/** How far a request is: the form, its code, or taken. */
export type RequestStep =
  | { step: 'form' }
  /** `to` is where the code went; '' after the page was loaded anew. */
  | { step: 'code'; message: string; to: string }
  | { step: 'taken'; confirmation: RequestConfirmed; to: string }

export const $request = atom<RequestStep>({ step: 'form' })

/** Survives a browser that lets go of the page while somebody reads their mail. Holds nothing of the person. */
const KEPT = 'privacy-request'
const KEY_BYTES = 18

/** The key of what is sent, and what it was made for: the same form sent again is the same request. */
let sent = { key: '', values: '' }

function keyFor(values: unknown): string {
  const text = JSON.stringify(values)
  if (sent.values !== text) sent = { key: newKey(), values: text }
  return sent.key
}

const newKey = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** The server says what is wrong, field by field: its rules know every phone and address there is. */
const unchecked: FormCheck<Record<string, unknown>> = values => ({ values })
const loadCheck = async () => unchecked

/** Goes on with a request whose page was left. */
export function resumeRequest(): void {
  const key = sessionStorage.getItem(KEPT)
  if (key === null || $request.get().step !== 'form') return
  sent = { key, values: '' }
  $request.set({ step: 'code', message: 'Введите код, который пришёл на указанный адрес.', to: '' })
}

export function startAnew(): void {
  sessionStorage.removeItem(KEPT)
  sent = { key: '', values: '' }
  $request.set({ step: 'form' })
}

export const requestForm = createForm({
  loadCheck,
  fallback: 'Не удалось отправить обращение',
  async send({ whose, ...typed }) {
    const values = { ...typed, on_behalf: whose === 'other' }
    const key = keyFor(values)
    const { message } = await ask<{ message: string }>('/api/privacy/requests', {
      body: { ...values, key },
      shape: { message: '' },
      refresh: false
    })
    sessionStorage.setItem(KEPT, key)
    $request.set({ step: 'code', message, to: String(typed.email || typed.phone) })
    return undefined
  }
})

export const codeForm = createForm({
  loadCheck,
  fallback: 'Не удалось проверить код',
  async send({ code }) {
    const current = $request.get()
    try {
      const confirmation = await ask<RequestConfirmed>('/api/privacy/requests/confirm', {
        body: { key: sent.key, code },
        shape: { number: '', want: '', due_on: '' } as object,
        refresh: false
      })
      sessionStorage.removeItem(KEPT)
      $request.set({ step: 'taken', confirmation, to: 'to' in current ? current.to : '' })
    } catch (error) {
      if (error instanceof AskError && error.code === 'REQUEST_CONFIRMED') sessionStorage.removeItem(KEPT)
      throw error
    }
    return undefined
  }
})

/** Asks for another code. @throws AskError */
export const sendAgain = (): Promise<unknown> =>
  ask('/api/privacy/requests/again', { body: { key: sent.key }, refresh: false })
