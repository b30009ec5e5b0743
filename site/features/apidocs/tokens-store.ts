import { atom } from 'nanostores'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { NewTokenAnswer, TokenItem, TokensAnswer } from '#shared/contracts/tokens.ts'
import { TOKEN_TEXTS } from '#shared/texts/tokens.ts'
import { AskError, ask, UNKNOWN_ERROR } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { showToast, tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { $token } from './trial-store.ts'

export const tokens = createLoad(fetchTokens)

/** The token that was just made, or got its next text, as long as it can be copied. */
export const $newToken = atom<{ id: number | null; token: string; isNext?: true } | null>(null)

/** What the last creation failed by; empty when it did not. */
export const $createError = atom('')
export const $isCreating = atom(false)

async function fetchTokens(): Promise<TokenItem[]> {
  const shape = { api_tokens: [{ id: 0, token: '' }] } as const
  const answer = await ask<TokensAnswer>('/api/tokens', { shape }).catch(error => {
    const text = isUnreadable(error) ? TOKEN_TEXTS.badFormat : wordsOf(error, TOKEN_TEXTS.loadFailed)
    throw new AskError(text)
  })
  return answer.api_tokens
}

/** Makes a token, and lets the examples and trials of the page use it. Never rejects. */
export async function createToken(): Promise<void> {
  $isCreating.set(true)
  $createError.set('')
  try {
    const { token } = await ask<NewTokenAnswer>('/api/generate_token', {
      method: 'POST',
      shape: { token: '' }
    })
    $token.set(token)
    $newToken.set({ id: null, token })
    const list = await fetchTokens()
    tokens.change(() => list)
    $newToken.set({ id: list.at(-1)?.id ?? null, token })
  } catch (error) {
    $createError.set(wordsOf(error, TOKEN_TEXTS.createFailed))
  }
  $isCreating.set(false)
}

/** Deletes a token after a confirmation that shows which. @returns whether it is gone. */
export async function deleteToken({ id, token }: TokenItem): Promise<boolean> {
  try {
    const agreed = await confirm({
      title: `Удалить токен ${token}?`,
      text: 'Программы с этим токеном перестанут работать сразу. Это действие нельзя отменить.',
      action: 'Удалить токен'
    })
    if (!agreed) return false
    await ask(`/api/delete_token/${id}`, { method: 'DELETE' })
  } catch (error) {
    tell(wordsOf(error, TOKEN_TEXTS.deleteFailed))
    return false
  }
  const newToken = $newToken.get()
  if (newToken?.id === id) {
    $newToken.set(null)
    if ($token.get() === newToken.token) $token.set('')
  }
  tokens.change(list => list.filter(item => item.id !== id))
  showToast(TOKEN_TEXTS.deleted, COPY_FEEDBACK_MS)
  return true
}

/** Gives a token its next text, after a confirmation. Never rejects. */
export async function rotateToken({ id, token: shown }: TokenItem): Promise<void> {
  try {
    const agreed = await confirm({
      title: `Сменить токен ${shown}?`,
      text: 'Новый покажем один раз. Прежний будет действовать ещё 24 часа: за это время замените его в программах.',
      action: 'Сменить токен',
      kind: 'primary'
    })
    if (!agreed) return
    const { token } = await ask<NewTokenAnswer>(`/api/tokens/${id}/rotate`, {
      method: 'POST',
      shape: { token: '' }
    })
    $token.set(token)
    $newToken.set({ id, token, isNext: true })
  } catch (error) {
    tell(wordsOf(error, TOKEN_TEXTS.rotateFailed))
  }
  await tokens.refresh()
}

/** Ends the former text of a token before its day is over. Never rejects. */
export async function endPrevious({ id }: TokenItem): Promise<void> {
  try {
    const agreed = await confirm({
      title: 'Закончить прежний токен?',
      text: 'Программы, в которых он ещё стоит, перестанут работать сразу. Новый останется.',
      action: 'Закончить прежний'
    })
    if (!agreed) return
    await ask(`/api/tokens/${id}/previous`, { method: 'DELETE' })
  } catch (error) {
    tell(wordsOf(error, TOKEN_TEXTS.endFailed))
  }
  await tokens.refresh()
}

const isUnreadable = (error: unknown): boolean => error instanceof AskError && error.message === UNKNOWN_ERROR

/** The server's words; its status where it said none, and the fallback where no answer came or none that can be read. */
function wordsOf(error: unknown, fallback: string): string {
  if (!(error instanceof AskError)) return fallback
  if (error.words) return error.words
  return error.status >= 400 ? `${TOKEN_TEXTS.httpError} ${error.status}` : fallback
}
