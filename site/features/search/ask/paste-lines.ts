/**
 * Keeps pasted lines apart in a field of one line, which would write them one behind the other, as one person. The field
 * hears of it as if they had been typed.
 */
export function followPaste(): void {
  document.addEventListener('paste', event => {
    const field = event.target
    const lines =
      event.clipboardData
        ?.getData('text')
        .trim()
        .split(/\s*[\r\n]\s*/) ?? []
    if (!(field instanceof HTMLInputElement) || field.name !== 'q' || lines.length < 2) return
    event.preventDefault()
    field.setRangeText(lines.join('; '), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
