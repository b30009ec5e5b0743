import { type FormHTMLAttributes, type InputHTMLAttributes, useId } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'

interface SearchBoxProps extends FormHTMLAttributes<HTMLFormElement> {
  label: string
  /** The input's own properties: `value`, `onChange`, `name`, `placeholder`. */
  input: InputHTMLAttributes<HTMLInputElement>
  submit: string
  disabled?: boolean
  /** Id of what must be known before it is sent. */
  describedBy?: string | undefined
  busy?: boolean
}

/** The large search line. `/` and Ctrl+K focus it from anywhere on the page. */
export function SearchBox({ label, input, submit, disabled, describedBy, busy, ...form }: SearchBoxProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the <search> element cannot be the form itself
    <form {...form} className="ask" role="search">
      <Icon of={IconSearch} />
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
        {...input}
      />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus */}
      <kbd className="desk" aria-hidden="true">
        /
      </kbd>
      <Button
        type="submit"
        kind="primary"
        size="l"
        disabled={disabled}
        busy={busy}
        aria-describedby={describedBy}
      >
        {submit}
      </Button>
    </form>
  )
}
