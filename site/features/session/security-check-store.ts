import { atom, type ReadableAtom } from 'nanostores'
import { BYPASS_TOKEN, WIDGET_DELAY_MS } from '#shared/constants.ts'
import type { IpExempt, TurnstileConfig } from '#shared/contracts/auth.ts'
import { PASSING_SITE_KEY_PREFIX } from '#shared/rules/site-key.ts'
import { SECURITY_CHECK_TEXTS } from '#shared/texts/account.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import type { Turnstile } from './turnstile.ts'

export type SecurityCheck =
  | { step: 'loading' }
  /** The server waives the check; the placeholder token goes along. */
  | { step: 'bypassed' }
  /** The provider draws into our container. */
  | { step: 'rendered'; siteKey: string }
  /** `rendered` keeps the container, so that the person can try again in it. */
  | { step: 'errored'; text: string; rendered: boolean }

export interface SecurityCheckStore {
  $check: ReadableAtom<SecurityCheck>
  /** What the form sends; empty until the check is passed. */
  $token: ReadableAtom<string>
  /** Name of the provider that signs people in too; empty where there is none. */
  $provider: ReadableAtom<string>
  /** Begins after a short delay. @returns a function that stops it. */
  start(): () => void
  /** Draws the provider's widget, once the state is `rendered` and its container stands. */
  draw(container: HTMLElement): Promise<void>
  /** Asks for a fresh token after a refused submit. */
  reset(): void
}

interface SecurityCheckParts {
  /** Named in the token, so that one form's token does not open the other. */
  action: 'login' | 'register'
  load: () => Promise<Turnstile>
  /** The provider reports an error: the token is gone. */
  onError: () => void
  /** There is a token again after such an error. */
  onRecovered: () => void
}

/** Narrower than this the provider's wide widget does not fit. */
const WIDE_WIDGET_PX = 300

export function createSecurityCheck({
  action,
  load,
  onError,
  onRecovered
}: SecurityCheckParts): SecurityCheckStore {
  const $check = atom<SecurityCheck>({ step: 'loading' })
  const $token = atom('')
  const $provider = atom('')
  let widget: { turnstile: Turnstile; id: string } | undefined

  /** The check could not start: the error is shown, and the placeholder is sent so that the server can decide. */
  function giveUp(error: unknown) {
    $check.set({ step: 'errored', text: errorText(error, SECURITY_CHECK_TEXTS.noStart), rendered: false })
    $token.set(BYPASS_TOKEN)
  }

  async function begin(isOver: () => boolean) {
    try {
      const { siteKey, provider } = await askSettings()
      if (isOver()) return
      $provider.set(provider)
      if (siteKey) return $check.set({ step: 'rendered', siteKey })
      $check.set({ step: 'bypassed' })
      $token.set(BYPASS_TOKEN)
    } catch (error) {
      if (!isOver()) giveUp(error)
    }
  }

  return {
    $check,
    $token,
    $provider,
    start() {
      let over = false
      const timer = setTimeout(begin, WIDGET_DELAY_MS, () => over)
      return () => {
        over = true
        clearTimeout(timer)
        widget?.turnstile.remove(widget.id)
        widget = undefined
      }
    },
    async draw(container) {
      const check = $check.get()
      if (check.step !== 'rendered' || widget) return
      const { siteKey } = check
      try {
        const turnstile = await load()
        const id = turnstile.render(container, {
          sitekey: siteKey,
          action,
          language: 'ru',
          size: container.clientWidth < WIDE_WIDGET_PX ? 'compact' : 'flexible',
          callback(token) {
            if ($check.get().step === 'errored') onRecovered()
            $check.set({ step: 'rendered', siteKey })
            $token.set(token)
          },
          'error-callback'() {
            $check.set({ step: 'errored', text: SECURITY_CHECK_TEXTS.failed, rendered: true })
            $token.set('')
            onError()
            return true
          },
          'expired-callback': () => $token.set('')
        })
        if (id === undefined) throw new Error()
        widget = { turnstile, id }
      } catch (error) {
        giveUp(error)
      }
    },
    reset() {
      if (!widget) return
      $token.set('')
      widget.turnstile.reset(widget.id)
    }
  }
}

/** The site key to draw with, or nothing where the check is waived. */
async function askSettings(): Promise<{ siteKey: string | undefined; provider: string }> {
  const [{ exempt }, { enabled, siteKey, oidc_title: provider = '' }] = await Promise.all([
    ask<IpExempt>('/api/auth/check-ip-exempt', { bare: true, shape: { exempt: true } }),
    ask<TurnstileConfig>('/api/auth/turnstile-config', { bare: true, shape: { enabled: true } })
  ])
  const waived = exempt || !enabled || !siteKey || siteKey.startsWith(PASSING_SITE_KEY_PREFIX)
  return { siteKey: waived ? undefined : siteKey, provider }
}
