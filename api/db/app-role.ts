import { SQL } from 'bun'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { log } from '#api/lib/log.ts'
import { DatabaseError } from './embedded/failure.ts'

/** One role per database, because installations on one server must not share a password. */
const NAME = 'sverka_app'
const CONNECT_SECONDS = 5

interface Login {
  username: string
  password: string
}

interface AppAccess<Target> {
  /** The owner's target with the application's login, or unchanged where the server refuses that login. */
  target: Target
  settings: Record<string, string>
}

/**
 * Creates the application's login, which never was the owner, so that no statement can make it one. Its password is
 * derived from the owner's and stored nowhere.
 * @param target How the owner connects.
 * @param isStrict Refuses to work as the owner instead.
 * @throws DatabaseError when that would be needed.
 */
export async function appAccess<Target extends object>(
  owner: SQL,
  target: Target,
  isStrict: boolean
): Promise<AppAccess<Target>> {
  const login = await derivedLogin(owner)
  if (login) {
    const own = withLogin(target, login)
    // Set only when it does not fit, because concurrent changes collide.
    if ((await accepts(own)) || ((await ensureLogin(owner, login)) && (await accepts(own))))
      return { target: own, settings: {} }
  }
  if (isStrict) throw new DatabaseError(await refusal(owner))
  const role = await roleName(owner)
  log.warn('app_role_missing', { role })
  return { target, settings: (await maySetRole(owner, role)) ? { role } : {} }
}

/** @param isChanged Tables or functions have changed, so that `grant_application` must run. */
export async function grantAppRole(owner: SQL, isChanged: boolean): Promise<void> {
  const role = await roleName(owner)
  const [row] = await owner<{ lacks: boolean }[]>`SELECT EXISTS (
    SELECT FROM pg_roles, pg_class WHERE rolname = ${role} AND relnamespace = 'public'::regnamespace
      AND relkind = 'r' AND (${isChanged} OR NOT has_table_privilege(pg_roles.oid, pg_class.oid, 'SELECT'))) AS lacks`
  if (row?.lacks) await owner`SELECT grant_application(${role})`
}

async function roleName(owner: SQL): Promise<string> {
  const [row] = await owner<{ tag: string }[]>`SELECT left(md5(current_database()), 8) AS tag`
  return `${NAME}_${row?.tag}`
}

/** Null when the owner has no password to derive one from. */
async function derivedLogin(owner: SQL): Promise<Login | null> {
  const { password } = owner.options as { password?: unknown }
  if (typeof password !== 'string' || password === '') return null
  const username = await roleName(owner)
  return { username, password: createKeyedHash(password).digest(username).toString('base64url') }
}

function withLogin<Target extends object>(target: Target, login: Login): Target {
  if (!('url' in target)) return { ...target, ...login }
  const url = new URL(String(target.url))
  Object.assign(url, login)
  return { ...target, url: url.href }
}

async function accepts(target: object): Promise<boolean> {
  const connection = { application_name: 'sverka-login' }
  const client = new SQL({ ...target, max: 1, connectionTimeout: CONNECT_SECONDS, connection })
  try {
    await client`SELECT 1`
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

async function ensureLogin(owner: SQL, { username, password }: Login): Promise<boolean> {
  try {
    await owner.begin(async tx => {
      await tx`SELECT pg_advisory_xact_lock(hashtext(${username}))`
      const [row] = await tx`SELECT FROM pg_roles WHERE rolname = ${username}`
      await tx.unsafe(`${row ? 'ALTER' : 'CREATE'} ROLE ${username} LOGIN PASSWORD '${password}'`)
    })
    return true
  } catch (error) {
    log.debug('app_login_refused', { error })
    return false
  }
}

async function maySetRole(owner: SQL, role: string): Promise<boolean> {
  const [row] = await owner<{ may: boolean }[]>`SELECT EXISTS (
    SELECT FROM pg_roles WHERE rolname = ${role} AND pg_has_role(current_user, oid,
      CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)) AS may`
  return row?.may === true
}

async function refusal(owner: SQL): Promise<string> {
  const [row] = await owner<{ name: string }[]>`SELECT quote_ident(current_user) AS name`
  return (
    'База данных из DATABASE_URL не даёт приложению входить под своей ролью, а под ролью владельца оно могло бы ' +
    'изменить журнал списаний и аудит. Нужны пароль в DATABASE_URL, вход по паролю для новых ролей (pg_hba.conf) ' +
    `и право создавать роли: ALTER ROLE ${row?.name} CREATEROLE.`
  )
}
