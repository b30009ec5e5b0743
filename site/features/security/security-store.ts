import { atom } from 'nanostores'
import type {
  BackupCodesAnswer,
  OwnSession,
  OwnSessionsEndedAnswer,
  PasskeyItem,
  SecurityAnswer,
  TotpDraftAnswer
} from '#shared/contracts/account/security.ts'
import { SECURITY_TEXTS } from '#shared/texts/security.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, type Forms, plural } from '#site/lib/numbers.ts'
import { updateUser } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { withProof } from './proof.ts'

const PATH = '/api/profile'
export const security = createLoad(() =>
  ask<SecurityAnswer>(`${PATH}/security`, {
    shape: {
      totp: {},
      backup_codes: { left: 0, all: 0 },
      passkeys: [{ id: 0, title: '' }],
      sessions: [{ id: '' }]
    }
  })
)

/** Codes that were just made, as long as they are shown; `replaced` where there were others before. */
export const $newCodes = atom<{ codes: readonly string[]; replaced: boolean } | null>(null)
/** The key of the application while it is set up. */
export const $draft = atom<TotpDraftAnswer | null>(null)

/** Does something that may have to be proved, and reads the page anew. Never rejects. @returns what was answered, null where nothing was done. */
export async function act<T>(call: () => Promise<T>, done?: string): Promise<T | null> {
  let answer: T | null = null
  try {
    answer = await withProof(call)
    if (answer !== null && done !== undefined) tell(done)
  } catch (error) {
    tell(errorText(error))
  }
  await security.refresh()
  return answer
}

export async function beginTotp(): Promise<void> {
  $draft.set(
    await act(() => ask<TotpDraftAnswer>(`${PATH}/totp`, { method: 'POST', shape: { secret: '', uri: '' } }))
  )
}

/** After the first code. */
export function showCodes(codes: readonly string[], replaced: boolean): void {
  $draft.set(null)
  $newCodes.set({ codes, replaced })
  // Whoever had to set a factor up may go on.
  updateUser({ must_set_factor: undefined })
}

/** Whether there are backup codes, as the page shows it. */
export function hasCodes(): boolean {
  const load = security.$load.get()
  return load.step === 'ready' && load.data.backup_codes.all > 0
}

/** Whether what the page shows has one factor left. */
function isLastFactor(): boolean {
  const load = security.$load.get()
  return load.step === 'ready' && load.data.passkeys.length + Number(load.data.totp.enabled_at !== null) === 1
}

export async function disableTotp(): Promise<void> {
  const agreed = await confirm({
    title: 'Отключить одноразовые коды?',
    text: `При входе с паролем их больше не спросят. ${isLastFactor() ? SECURITY_TEXTS.lastFactor : SECURITY_TEXTS.keysStay}`,
    action: 'Отключить коды'
  }).catch(() => false)
  if (agreed) await act(() => ask(`${PATH}/totp`, { method: 'DELETE' }), 'Одноразовые коды отключены')
}

export async function renewCodes(): Promise<void> {
  const answer = await act(() =>
    ask<BackupCodesAnswer>(`${PATH}/backup-codes`, { method: 'POST', shape: { backup_codes: [] } })
  )
  if (answer) $newCodes.set({ codes: answer.backup_codes, replaced: true })
}

export async function deletePasskey({ id, title }: PasskeyItem): Promise<void> {
  const agreed = await confirm({
    title: 'Удалить ключ?',
    text: `«${title}» больше не сможет войти без пароля. ${isLastFactor() ? SECURITY_TEXTS.lastFactor : SECURITY_TEXTS.othersStay}`,
    action: `Удалить ключ «${title}»`
  }).catch(() => false)
  if (agreed) await act(() => ask(`${PATH}/passkeys/${id}`, { method: 'DELETE' }), 'Ключ удалён')
}

export const confirmPlace = ({ id }: OwnSession) =>
  act(() => ask(`${PATH}/sessions/${id}/known`, { method: 'POST' }))

export const endSession = ({ id }: OwnSession) =>
  act(() => ask(`${PATH}/sessions/${id}`, { method: 'DELETE' }), 'Сеанс закрыт')

const SESSIONS: Forms = ['сеанс', 'сеанса', 'сеансов']
const WILL_CLOSE: Forms = ['Закроется', 'Закроются', 'Закроются']

export async function endOtherSessions(count: number): Promise<void> {
  const agreed = await confirm({
    title: 'Закрыть остальные сеансы?',
    text: `${plural(count, WILL_CLOSE)} ${counted(count, SESSIONS)} на других устройствах. Списки продолжат работать: они идут на сервере.`,
    action: `Закрыть ${counted(count, SESSIONS)}`
  }).catch(() => false)
  if (agreed)
    await act(
      () => ask<OwnSessionsEndedAnswer>(`${PATH}/sessions`, { method: 'DELETE' }),
      'Остальные сеансы закрыты'
    )
}
