import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { REGISTERED_REDIRECT_MS } from '#shared/constants.ts'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { AccountCard } from './AccountCard.tsx'
import { createRegistration } from './registration-form.ts'

const store = createRegistration()

export function Registration() {
  const { step } = useStore(store.form.$form)
  useEffect(() => {
    if (step !== 'done') return
    const timer = setTimeout(() => location.replace('/login'), REGISTERED_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [step])

  return (
    <AccountCard
      store={store}
      title="Регистрация"
      subtitle="Создайте новый аккаунт для доступа к системе"
      submit="Зарегистрироваться"
      submitting="Регистрация..."
    >
      {({ texts, off }) => (
        <>
          <TextField
            label="Имя пользователя"
            hint="Только английские буквы, минимум 4 символа"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={texts.username}
            disabled={off}
          />
          <PasswordField
            label="Пароль"
            hint="Минимум 10 символов, должен содержать буквы и цифры"
            name="password"
            autoComplete="new-password"
            error={texts.password}
            disabled={off}
          />
          <PasswordField
            label="Подтвердите пароль"
            name="confirmPassword"
            autoComplete="new-password"
            error={texts.confirmPassword}
            disabled={off}
          />
        </>
      )}
    </AccountCard>
  )
}
