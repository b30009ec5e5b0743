import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconEye, IconEyeOff } from '#site/ui/icons/password.ts'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import type { TextFieldProps } from './TextField.tsx'

/** A password that its writer can look at. While the form is sent it is hidden: browsers remember it by that. */
export function PasswordField({ label, hint, error, ...input }: Omit<TextFieldProps, 'type'>) {
  const [isWanted, setWanted] = useState(false)
  const isShown = isWanted && !input.disabled
  return (
    <Field label={label} hint={hint} error={error}>
      {ties => (
        <div className="secret">
          <Input
            {...input}
            {...ties}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button
            kind="quiet"
            size="s"
            shape="icon"
            title="Показать пароль"
            aria-pressed={isShown}
            disabled={input.disabled}
            onClick={() => setWanted(!isWanted)}
          >
            <Icon of={isShown ? IconEyeOff : IconEye} />
            <span className="sr">Показать: {label}</span>
          </Button>
        </div>
      )}
    </Field>
  )
}
