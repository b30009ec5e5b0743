import { atom } from 'nanostores'
import type { MessengerAnswer } from '#shared/contracts/messengers.ts'
import { CHECK_FAILED, CHECK_FAILED_SOMEHOW, type Channel } from '#shared/labels/messengers.ts'
import { ask, errorText } from '#site/lib/ask.ts'

/** What came of each check, by `checkKey`, since the results are shown; null while it is asked. */
export const $checks = atom<Record<string, string | null>>({})

export const checkKey = (channel: Channel, phone: string) => channel + phone

/** Counts the answers shown: a check of an earlier one comes too late. */
let round = 0

/** Asks once; the outcome, also a failure, becomes a line for the person. Never rejects. */
export async function checkMessenger(channel: Channel, phone: string): Promise<void> {
  const startRound = round
  const setCheck = (text: string | null) =>
    $checks.set({ ...$checks.get(), [checkKey(channel, phone)]: text })
  setCheck(null)
  const text = await ask<MessengerAnswer>(`/api/check_${channel}`, { body: { phone }, bare: true }).then(
    ({ success, message, display_message: displayMessage }) =>
      success ? displayMessage || message : failureText(message),
    error => failureText(errorText(error, CHECK_FAILED_SOMEHOW))
  )
  if (startRound === round) setCheck(text)
}

/** What is still on its way is dropped as well. */
export function clearChecks(): void {
  round += 1
  $checks.set({})
}

const failureText = (reason: string) => `${CHECK_FAILED} ${reason || CHECK_FAILED_SOMEHOW}`
