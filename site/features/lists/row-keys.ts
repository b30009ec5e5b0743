import { VERDICTS_IN_ORDER } from '#shared/labels/lists.ts'
import { $areKeysOn } from '#site/lib/account/key-switch.ts'
import type { ListPlace } from './place-memory.ts'

const rowsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

/** The row with the focus, else the first in the window. */
export function placeOf(body: HTMLElement | null): Omit<ListPlace, 'filter'> {
  const rows = rowsOf(body)
  const focused = rows.find(row => row.contains(document.activeElement))
  const row = focused ?? rows.find(each => each.getBoundingClientRect().bottom > 0)
  return {
    place: row ? Number(row.dataset.row) : null,
    hasFocus: focused !== undefined,
    offset: row?.getBoundingClientRect().top ?? 0
  }
}

/** A field takes letters and digits for itself. */
export const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, select') !== null

/** Whether the browser has a meaning of its own for the key. */
export const isCommand = ({
  ctrlKey,
  metaKey,
  altKey
}: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>) => ctrlKey || metaKey || altKey

/** The verdict that a key gives; none where single keys are turned off. */
export const verdictOf = (key: string) => ($areKeysOn.get() ? VERDICTS_IN_ORDER[Number(key) - 1] : undefined)

/** Letters by their place, since they lie elsewhere on the Russian layout. */
const STEPS: Record<string, 1 | -1> = { KeyJ: 1, KeyK: -1, ArrowDown: 1, ArrowUp: -1 }

/** `j` and `k` go from row to row, as the arrows do from a row itself; `f` goes to the filter. @returns how to stop. */
export function followRowKeys(body: HTMLElement): () => void {
  let here = -1
  const onFocus = ({ target }: FocusEvent) => {
    here = Number((target as Element).closest<HTMLElement>('[data-row]')?.dataset.row ?? here)
  }
  function go(by: 1 | -1) {
    const from = here >= 0 ? here + by : (placeOf(body).place ?? 0)
    const row = body.querySelector<HTMLElement>(`[data-row="${from}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  function onKey(event: KeyboardEvent) {
    const { code, target, shiftKey, defaultPrevented } = event
    if (isCommand(event) || shiftKey || defaultPrevented || isTyped(target)) return
    if (document.querySelector('dialog[open], [popover]:popover-open')) return
    const step = STEPS[code]
    const isArrow = code.startsWith('Arrow')
    if (isArrow ? !(target as Element).matches('[data-row]') : !$areKeysOn.get()) return
    if (step) go(step)
    else if (code === 'KeyF') document.querySelector<HTMLInputElement>('#list-find')?.select()
    else return
    event.preventDefault()
  }
  body.addEventListener('focusin', onFocus)
  addEventListener('keydown', onKey)
  return () => {
    body.removeEventListener('focusin', onFocus)
    removeEventListener('keydown', onKey)
  }
}
