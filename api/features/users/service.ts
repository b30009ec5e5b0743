import type { Context } from '#api/context.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { signupRequestsNow } from '#api/features/settings/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { ADMIN_REQUESTS } from '#shared/constants.ts'
import type { User } from '#shared/contracts/auth.ts'
import { ROLE_ADMIN, ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { countUsers, eldestOfRole } from './listing-store.ts'
import { promoteUser } from './promote-store.ts'
import { storePurpose } from './purpose-store.ts'
import {
  type AccountCredentials,
  countOwned,
  credentialsById,
  credentialsByName,
  insertUser,
  type ProviderIdentity,
  replacePassword,
  storeTelegramChat
} from './store.ts'

export { checkOwnPassword } from './own-password.ts'
export type { AccountCredentials, ProviderIdentity }

export async function userView(context: Context, user: SignedInUser): Promise<User> {
  const { tokens, running, ended } = await countOwned(context.sql, user.id)
  return { ...userShapeOf(context, user, tokens), ...(running + ended > 0 && { lists: { running, ended } }) }
}

/** Lists of a user that run, and those whose end was not looked at. */
export async function listsToTell(
  { sql }: Pick<Context, 'sql'>,
  userId: number
): Promise<NonNullable<User['lists']>> {
  const { running, ended } = await countOwned(sql, userId)
  return { running, ended }
}

/** The default purpose is the owner's only. */
type ViewedUser = Omit<SignedInUser, 'sessionId' | 'knowsKey' | 'purpose' | 'caseRef' | 'mustSetFactor'> &
  Partial<Pick<SignedInUser, 'purpose' | 'caseRef' | 'mustSetFactor'>>

export function userShapeOf(
  context: Context,
  { id, username, role, requestsCount, telegramChatId, mustSetFactor, ...usual }: ViewedUser,
  tokenCount: number
): User {
  const { searchPurpose } = context.config
  return {
    id,
    username,
    role,
    requests_count: requestsCount,
    token_count: tokenCount,
    telegram_chat_id: telegramChatId,
    can_top_up: role !== ROLE_INFINITY && !isSpecial(context, username),
    ...(searchPurpose !== 'off' &&
      usual.purpose !== undefined && {
        search_purpose: {
          is_required: searchPurpose === 'required',
          code: usual.purpose,
          case_ref: usual.caseRef ?? null
        }
      }),
    ...(mustSetFactor && { must_set_factor: true })
  }
}

function isSpecial({ config }: Context, username: string): boolean {
  const name = username.toLowerCase()
  return config.noTopUpUsernames.some(special => special.toLowerCase() === name)
}

/**
 * Registers a user with initial credits; returns the number. Special names are reserved.
 * @throws Refusal `USERNAME_TAKEN`, ignoring case.
 */
export async function registerUser(
  context: Context,
  user: { username: string; passwordHash: string; address: string | null; identity?: ProviderIdentity }
): Promise<number> {
  if (isSpecial(context, user.username)) throw usernameTaken()
  const id = await insertUser(context.sql, {
    username: user.username,
    passwordHash: user.passwordHash,
    role: ROLE_USER,
    requests: await signupRequestsNow(context),
    action: 'register',
    ipPrefix: addressPrefix(user.address),
    identity: user.identity
  })
  if (id === null) throw usernameTaken()
  return id
}

const usernameTaken = () =>
  new Refusal('USERNAME_TAKEN', { fields: { username: PROBLEMS.USERNAME_TAKEN.text } })

/** For the start and shell commands. @throws Refusal `USERNAME_TAKEN`, ignoring case. */
export async function addAdministrator(
  context: Pick<Context, 'sql'>,
  username: string,
  passwordHash: string
): Promise<void> {
  const user = { username, passwordHash, role: ROLE_ADMIN, requests: ADMIN_REQUESTS, ipPrefix: null }
  const id = await insertUser(context.sql, { ...user, action: 'admin_create' })
  if (id === null) throw new Refusal('USERNAME_TAKEN')
}

/** False for an unknown name. */
export async function promoteToAdministrator(
  context: Pick<Context, 'sql'>,
  username: string,
  passwordHash: string | null
): Promise<boolean> {
  return await promoteUser(context.sql, { username, role: ROLE_ADMIN, passwordHash })
}

export const countAllUsers = ({ sql }: Pick<Context, 'sql'>): Promise<number> => countUsers(sql)

/** Oldest administrator, or null. */
export async function firstAdministrator(context: Pick<Context, 'sql'>): Promise<string | null> {
  return await eldestOfRole(context.sql, ROLE_ADMIN)
}

/** Hash and account by name, ignoring case. */
export async function credentialsOfName(
  context: Pick<Context, 'sql'>,
  username: string
): Promise<AccountCredentials | null> {
  return await credentialsByName(context.sql, username)
}

/** Null for a deleted account. */
export const credentialsOf = (
  context: Pick<Context, 'sql'>,
  userId: number
): Promise<AccountCredentials | null> => credentialsById(context.sql, userId)

/**
 * Replaces the verified password and ends other sessions. @throws Refusal `WRONG_PASSWORD` when it changed meanwhile.
 */
export async function changePasswordHash(
  context: Context,
  user: SignedInUser,
  hashes: { oldHash: string; newHash: string },
  address: string | null
): Promise<void> {
  const ipPrefix = addressPrefix(address)
  const change = { userId: user.id, keepSession: user.sessionId, ipPrefix, ...hashes }
  const isReplaced = await context.accountTurns.take(user.id, () => replacePassword(context.sql, change))
  if (!isReplaced) throw new Refusal('WRONG_PASSWORD')
}

export async function changeUserPurpose(
  context: Context,
  userId: number,
  purpose: Pick<SignedInUser, 'purpose' | 'caseRef'>,
  address: string | null
): Promise<void> {
  const store = () => storePurpose(context.sql, userId, purpose, addressPrefix(address))
  await context.accountTurns.take(userId, store)
}

export async function changeTelegramChat(
  context: Context,
  userId: number,
  chatId: string | null,
  address: string | null
): Promise<void> {
  const store = () => storeTelegramChat(context.sql, userId, chatId, addressPrefix(address))
  await context.accountTurns.take(userId, store)
}
