/** The bot-protection provider's script (developers.cloudflare.com/turnstile/get-started/client-side-rendering). */

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

export interface Turnstile {
  /** @returns the id of the widget, or nothing where it could not be drawn. */
  render(container: HTMLElement, options: TurnstileOptions): string | undefined
  reset(widget: string): void
  remove(widget: string): void
}

export interface TurnstileOptions {
  sitekey: string
  action: string
  language: string
  /** `compact` is 150 px wide, `flexible` needs 300. */
  size: 'flexible' | 'compact'
  callback(token: string): void
  'error-callback'(): boolean
  'expired-callback'(): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/** Loads the script once a page. Rejects without words where it cannot be had. */
export async function loadTurnstile(): Promise<Turnstile> {
  if (!window.turnstile) await loadScript()
  if (!window.turnstile) throw new Error()
  return window.turnstile
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error())
    }
    document.head.append(script)
  })
}
