import { useEffect } from 'react'
import { TextField } from '#site/ui/form/TextField.tsx'
import { AccountCard } from './AccountCard.tsx'
import { createLogin } from './account-forms.ts'
import { saveOrigin } from './save-origin.ts'

const store = createLogin()

export function Login() {
  useEffect(saveOrigin, [])
  return (
    <AccountCard store={store} title="Вход в систему" submit="Войти" submitting="Вход...">
      {({ texts, off }) => (
        <>
          <TextField
            label="Имя пользователя"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={texts.username}
            disabled={off}
          />
          <TextField
            label="Пароль"
            name="password"
            type="password"
            autoComplete="current-password"
            error={texts.password}
            disabled={off}
          />
        </>
      )}
    </AccountCard>
  )
}
