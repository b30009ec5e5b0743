import type { ListedUser } from '#shared/contracts/admin/users.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'

type Reload = () => Promise<unknown>

export const openEdit = (user: ListedUser, reload: Reload): Promise<void> =>
  openDialog(async () => {
    const { EditUser } = await import('./UserDialogs.tsx')
    return <EditUser user={user} reload={reload} />
  })

export const openBlock = (user: ListedUser, reload: Reload): Promise<void> =>
  openDialog(async () => {
    const { BlockUser } = await import('./UserDialogs.tsx')
    return <BlockUser user={user} reload={reload} />
  })

export const openPassword = (user: ListedUser, reload: Reload): Promise<void> =>
  openDialog(async () => {
    const { ChangePassword } = await import('./UserDialogs.tsx')
    return <ChangePassword user={user} reload={reload} />
  })
