import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UserAnswer } from '#shared/contracts/admin/users.ts'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { AdminShell, SectionTitle } from '#site/features/admin/AdminShell.tsx'
import { openBlock, openEdit, openPassword } from '#site/features/admin/users/OpenUserDialog.tsx'
import { deleteUser, unblockUser } from '#site/features/admin/users/user-acts.ts'
import { $proof } from '#site/features/security/proof.ts'
import { AskError } from '#site/lib/ask.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { IconKey, IconPencil, IconUsers } from '#site/ui/icons/admin.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Facts, WaitingFacts } from './Facts.tsx'
import { Ledger } from './Ledger.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'
import { UserPayments } from './UserPayments.tsx'
import { $isDeleted, loadUser, refreshUser, resetFactors, user } from './user-store.ts'

const ProofDialog = laterPart(async () => (await import('#site/features/security/dialogs.ts')).ProofDialog)

const USERS_HREF = '/admin/users'
const BACK = { href: USERS_HREF, title: sectionTitle('users') }

export const UserPage = () => (
  <AdminShell section="users">
    <OneUser />
  </AdminShell>
)

function OneUser() {
  const load = useStore(user.$load)
  const isDeleted = useStore($isDeleted)
  const proof = useStore($proof)
  useEffect(loadUser, [])
  const isMissing = load.step === 'failed' && load.error instanceof AskError && load.error.status === 404
  const goneText = isDeleted ? 'Пользователь удалён' : isMissing && 'Такого пользователя нет'
  const name = load.step === 'ready' ? load.data.user.username : 'Пользователь'
  return (
    <div className="stack loose">
      <SectionTitle back={BACK} acts={load.step === 'ready' && !isDeleted && <Acts answer={load.data} />}>
        {name}
      </SectionTitle>
      {goneText ? (
        <Empty icon={IconUsers} title={goneText} as="h2">
          <LinkButton href={USERS_HREF} size="s">
            {BACK.title}
          </LinkButton>
        </Empty>
      ) : load.step === 'failed' ? (
        <Failure text={load.text} onRetry={loadUser} />
      ) : (
        <>
          {load.step === 'ready' ? <Account answer={load.data} /> : <WaitingFacts />}
          <Ledger />
        </>
      )}
      {proof && <Later part={ProofDialog} props={{ ways: proof.ways, onAnswer: proof.answer }} />}
    </div>
  )
}

function Account({ answer }: { answer: UserAnswer }) {
  const { user: shown, sessions, tokens, paid } = answer
  return (
    <>
      {shown.blocked_at && (
        <Banner tone="red" isStill>
          Заблокирован {moscowTime(new Date(shown.blocked_at))}. Причина: {shown.blocked_reason}
        </Banner>
      )}
      <Facts answer={answer} />
      <div className="split even">
        <Sessions user={shown} sessions={sessions} />
        <Tokens tokens={tokens} />
      </div>
      <UserPayments paid={paid} />
    </>
  )
}

/** The same as in a row of the list, and beside it whether they may come in. */
function Acts({ answer: { user: shown, second_step: ways } }: { answer: UserAnswer }) {
  const remove = async () => {
    // What is gone is not read again.
    const isDone = await deleteUser(shown, async () => undefined)
    if (isDone) $isDeleted.set(true)
    else await refreshUser()
  }
  return (
    <div className="row">
      <Button size="s" onClick={() => openEdit(shown, refreshUser)}>
        <Icon of={IconPencil} />
        Изменить
      </Button>
      <Button size="s" onClick={() => openPassword(shown, refreshUser)}>
        <Icon of={IconKey} />
        Сменить пароль
      </Button>
      {ways.length > 0 && (
        <Button size="s" onClick={() => resetFactors(shown)}>
          Сбросить второй шаг
        </Button>
      )}
      {shown.blocked_at ? (
        <Button size="s" onClick={() => unblockUser(shown, refreshUser)}>
          Разблокировать
        </Button>
      ) : (
        <Button size="s" kind="danger" onClick={() => openBlock(shown, refreshUser)}>
          Заблокировать
        </Button>
      )}
      <Button size="s" kind="danger" onClick={remove}>
        <Icon of={IconTrash} />
        Удалить
      </Button>
    </div>
  )
}
