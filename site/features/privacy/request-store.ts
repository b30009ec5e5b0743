import { atom } from 'nanostores'
import type { RequestConfirmed } from '#shared/contracts/privacy/privacy.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { createForm, type FormCheck } from '#site/lib/form-store.ts'

/** How far a request is: the form, its code, or taken. */
export type RequestStep =
  | { step: 'form' }
  /** `to` is where the code went; both texts are '' after the page was loaded anew. No code is of use where it `isOver`. */
  | { step: 'code'; message: string; to: string; isOver: boolean }
  | { step: 'taken'; confirmation: RequestConfirmed; to: string }

export const $request = atom<RequestStep>({ step: 'form' })

/** Survives a browser that lets go of the page while somebody reads their mail. Holds nothing of the person. */
const KEPT = 'privacy-request'
/** The number, kind and term of a request that is taken. */
const RECEIPT = 'privacy-receipt'
const KEY_BYTES = 18

/** The key of what is sent, and what it was made for: the same form sent again is the same request. */
let sent = { key: '', values: '' }

type Typed = Record<string, unknown>

/** What the form held when it was sent: only as long as the page is open. */
let typed: Typed | null = null
export const typedBefore = (): Typed | null => typed

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
  const [key, receipt] = [sessionStorage.getItem(KEPT), sessionStorage.getItem(RECEIPT)]
  if ($request.get().step !== 'form') return
  if (key !== null) {
    sent = { key, values: '' }
    $request.set({ step: 'code', message: '', to: '', isOver: false })
  } else if (receipt !== null) $request.set({ step: 'taken', confirmation: JSON.parse(receipt), to: '' })
}

export function startAnew(): void {
  sessionStorage.removeItem(RECEIPT)
  sent = { key: '', values: '' }
  typed = null
  backToForm()
}

/** Back to the form, which is as it was sent. */
export function backToForm(): void {
  sessionStorage.removeItem(KEPT)
  $request.set({ step: 'form' })
}

/** Sends the form again as another request, which gets another code. */
export async function askAnew(): Promise<void> {
  sent = { key: '', values: '' }
  if (await requestForm.submit(typed ?? {})) codeForm.reset()
}

export const requestForm = createForm({
  loadCheck,
  fallback: 'Не удалось отправить обращение',
  async send(form) {
    const { whose, ...stated } = form
    const values = { ...stated, on_behalf: whose === 'other' }
    const key = keyFor(values)
    const { message } = await ask<{ message: string }>('/api/privacy/requests', {
      body: { ...values, key },
      shape: { message: '' },
      refresh: false
    })
    sessionStorage.setItem(KEPT, key)
    typed = form
    $request.set({ step: 'code', message, to: String(stated.email || stated.phone), isOver: false })
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
      sessionStorage.setItem(RECEIPT, JSON.stringify(confirmation))
      $request.set({ step: 'taken', confirmation, to: 'to' in current ? current.to : '' })
    } catch (error) {
      const refusal = error instanceof AskError ? error.code : undefined
      if (refusal === 'REQUEST_CONFIRMED' || isOver(refusal)) sessionStorage.removeItem(KEPT)
      if (current.step === 'code' && isOver(refusal)) $request.set({ ...current, isOver: true })
      throw error
    }
    return undefined
  }
})

/** No code of this request is of use any more. */
const isOver = (refusal: string | undefined) => refusal === 'CODE_SPENT' || refusal === 'CODE_EXPIRED'

/** Asks for another code. @throws AskError */
export const sendAgain = (): Promise<unknown> =>
  ask('/api/privacy/requests/again', { body: { key: sent.key }, refresh: false })
