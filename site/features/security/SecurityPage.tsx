import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { NAV_API, NAV_PROFILE, NAV_SECURITY } from '#shared/labels/nav.ts'
import { SECURITY_TEXTS } from '#shared/texts/security.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { Passkeys } from './Passkeys.tsx'
import { $keyDialog } from './passkey-form.ts'
import { $proof } from './proof.ts'
import { NewPlaces, Sessions } from './Sessions.tsx'
import { $newCodes, security } from './security-store.ts'
import { Totp } from './Totp.tsx'

const KeyDialog = laterPart(async () => (await import('./dialogs.ts')).KeyDialog)
const ProofDialog = laterPart(async () => (await import('./dialogs.ts')).ProofDialog)
const BackupCodes = laterPart(async () => (await import('./dialogs.ts')).BackupCodes)

export const SecurityPage = () => (
  <Shell>
    <Security />
  </Shell>
)

function Security() {
  const load = useStore(security.$load)
  const session = useStore($session)
  useEffect(() => {
    security.load()
  }, [])
  const mustSetFactor = session.step === 'in' && session.user.must_set_factor === true
  return (
    <div className="stack loose">
      <header>
        <a className="back" href={NAV_PROFILE.href}>
          <Icon of={IconChevronLeft} />
          {NAV_PROFILE.title}
        </a>
        <h1>{NAV_SECURITY.title}</h1>
      </header>
      {mustSetFactor && <Banner tone="ochre">{SECURITY_TEXTS.mustSetFactor}</Banner>}
      {load.step === 'loading' && (
        <p aria-busy="true">
          <Skeleton chars={24} />
        </p>
      )}
      {load.step === 'failed' && <Failure text={load.text} onRetry={security.load} />}
      {load.step === 'ready' && (
        <>
          {load.data.reset_at_str && (
            <Banner tone="ochre">{SECURITY_TEXTS.reset(load.data.reset_at_str)}</Banner>
          )}
          <NewPlaces sessions={load.data.sessions} />
          {load.data.backup_codes.all === 0 && <p className="soft">{SECURITY_TEXTS.firstFactor}</p>}
          <div className="split even">
            <Passkeys passkeys={load.data.passkeys} />
            <Totp security={load.data} />
          </div>
          <Sessions sessions={load.data.sessions} />
          <div className="split even">
            <a className="card stack tight" href={NAV_PROFILE.href}>
              <h2>Пароль</h2>
              <p className="soft">Смена закрывает все остальные сеансы.</p>
            </a>
            <a className="card stack tight" href={`${NAV_API.href}#token`}>
              <h2>Токены API</h2>
              <p className="soft">Названия, сроки, адреса и смена токенов для программ.</p>
            </a>
          </div>
        </>
      )}
      <Dialogs />
    </div>
  )
}

function Dialogs() {
  const proof = useStore($proof)
  const codes = useStore($newCodes)
  const key = useStore($keyDialog)
  return (
    <>
      <Confirm />
      {key && <Later part={KeyDialog} props={{ dialog: key }} />}
      {proof && <Later part={ProofDialog} props={{ ways: proof.ways, onAnswer: proof.answer }} />}
      {codes && <Later part={BackupCodes} props={{ ...codes, onClose: () => $newCodes.set(null) }} />}
    </>
  )
}
