import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { atom } from 'nanostores'
import type { PendingStepAnswer, StepOptionsAnswer } from '#shared/contracts/account/security.ts'
import type { SignedInAnswer } from '#shared/contracts/auth.ts'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormCheck, type FormStore } from '#site/lib/form-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { enterSession, USER_SHAPE } from '#site/lib/session-store.ts'
import { forgetFirstStep } from './destination.ts'

const PATH = '/api/auth/second-step'

/** Whose login waits; `over` where its time has passed, `none` where none was begun here, or why nobody could tell. */
type Pending = PendingStepAnswer | 'over' | 'none' | { lost: string }

/** Undefined while that is asked. */
export const $pending = atom<Pending | undefined>(undefined)

/** Never rejects. */
export async function readPending(): Promise<void> {
  $pending.set(undefined)
  const shape = { username: '', second_step: [] } as const
  $pending.set(
    await ask<PendingStepAnswer>(PATH, { refresh: false, shape }).catch(error => {
      if (!isOver(error)) return { lost: errorText(error) }
      return forgetFirstStep() ? 'over' : 'none'
    })
  )
}

const isOver = (error: unknown): boolean => error instanceof AskError && error.code === 'SECOND_STEP_EXPIRED'

async function enter(path: string, body: unknown): Promise<void> {
  try {
    const { user } = await ask<SignedInAnswer>(`${PATH}/${path}`, {
      body,
      refresh: false,
      shape: { user: USER_SHAPE }
    })
    enterSession(user)
  } catch (error) {
    if (isOver(error)) $pending.set('over')
    throw error
  }
}

export const createCodeForm = (loadCheck: () => Promise<FormCheck<unknown>>): FormStore =>
  createForm({
    loadCheck,
    fallback: SECOND_STEP_TEXTS.codeFailed,
    async send(body) {
      await enter('code', body)
      return undefined
    }
  })

/** What the last try with a key failed by; empty when it did not. */
export const $keyError = atom('')
export const $isAsking = atom(false)

/** Asks a key for the second step, or for a whole login where none waits. @returns whether somebody is in. Never rejects. */
export async function signInByPasskey(): Promise<boolean> {
  $keyError.set('')
  $isAsking.set(true)
  try {
    const { options } = await ask<StepOptionsAnswer>(`${PATH}/passkey/options`, {
      method: 'POST',
      refresh: false,
      shape: { options: {} }
    })
    const { startAuthentication } = await loadCode(() => import('@simplewebauthn/browser'))
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
    await enter('passkey', { response: await startAuthentication({ optionsJSON }) })
    return true
  } catch (error) {
    $keyError.set(errorText(error, SECOND_STEP_TEXTS.keyFailed))
    return false
  } finally {
    $isAsking.set(false)
  }
}
