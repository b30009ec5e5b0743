import { $areKeysOn } from '#site/lib/account/key-switch.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'

/** Keys that act, by their place, since letters lie elsewhere on the Russian layout. */
const LETTERS = /^(?:Key[CFJKSX]|Digit[123])$/

/** Lets the keys act as long as an answer is on the screen; what they do is loaded with the first. @returns how to stop. */
export function followKeys(): () => void {
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

function onKey(event: KeyboardEvent): void {
  const { target, key, code, shiftKey } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (document.querySelector('dialog[open], [popover]:popover-open')) return
  const field =
    target instanceof Element
      ? target.closest('input:not([type=checkbox], [type=radio]), textarea, select')
      : null
  const name = key === '?' || (code === 'Slash' && shiftKey) ? '?' : key === 'Escape' ? key : code
  if (name !== 'Escape') {
    if (field || !$areKeysOn.get() || (name !== '?' && (shiftKey || !LETTERS.test(name)))) return
    event.preventDefault()
  }
  void loadCode(() => import('./result-keys.ts')).then(
    ({ actOn }) => actOn(name, field),
    error => tell(errorText(error))
  )
}
