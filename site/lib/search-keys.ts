import { useEffect } from 'react'

/** `/` and Ctrl+K focus the search line from anywhere, in a list its filter; on a page without either they open the search. */
export function useSearchKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function onKey(event: KeyboardEvent): void {
  const command = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
  // On the Russian layout the same key types a dot.
  const isSlash = event.key === '/' || (event.code === 'Slash' && !event.shiftKey)
  const slash = isSlash && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
  if ((!command && !slash) || document.querySelector('dialog[open]')) return
  event.preventDefault()
  const line = document.querySelector<HTMLInputElement>('.ask input, #list-find')
  if (line) line.select()
  else location.assign('/search')
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
