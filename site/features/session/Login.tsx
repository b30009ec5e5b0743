import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SESSION_ENDED } from '#shared/texts/session.ts'
import { serverTimingValue } from '#site/lib/server-timing.ts'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { LinkButton } from '#site/ui/Button.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { AccountCard } from './AccountCard.tsx'
import { createLogin } from './login-form.ts'

const store = createLogin()
/** Goes on to the provider, and comes back signed in. */
const PROVIDER_LOGIN = '/api/auth/oidc/start'

export function Login() {
  // The browser brought a session, and the server does not know it any more.
  const hasEnded = useStore($session).step === 'out' && serverTimingValue('session') === 'some'
  const provider = useStore(store.check.$provider)
  useEffect(saveOrigin, [])
  return (
    <>
      <LoginForm hasEnded={hasEnded} />
      {provider && <LinkButton href={PROVIDER_LOGIN}>Войти через {provider}</LinkButton>}
    </>
  )
}

function LoginForm({ hasEnded }: { hasEnded: boolean }) {
  return (
    <AccountCard store={store} title="Вход в систему" submit="Войти" submitting="Вход...">
      {({ texts, off }) => (
        <>
          {hasEnded && <Banner tone="ochre">{SESSION_ENDED}</Banner>}
          <TextField
            label="Имя пользователя"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={texts.username}
            disabled={off}
          />
          <PasswordField
            label="Пароль"
            name="password"
            autoComplete="current-password"
            error={texts.password}
            disabled={off}
          />
        </>
      )}
    </AccountCard>
  )
}

/** Saves the page that the guard redirected from in the state of the history entry. */
function saveOrigin(): void {
  const { referrer } = document
  if (referrer.startsWith(`${location.origin}/`)) {
    history.replaceState({ from: referrer.slice(location.origin.length) }, '')
  }
}
