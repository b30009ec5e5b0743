import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { canonicalAddress } from '#api/http/client-address.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { PROBLEMS } from '#shared/problems.ts'
import type { ExceptionEdit, NewException } from '#shared/rules/ip-exception.ts'
import { meantAddresses } from './spelled-address.ts'
import {
  activeAddresses,
  allExceptions,
  changeException,
  deleteException,
  hasActiveException,
  insertException,
  storeProtectedAddress
} from './store.ts'

type ExceptionContext = Pick<Context, 'sql' | 'config'>

const PROTECTED = { name: 'Встроенный адрес', description: 'Задан в настройках сервера' }
const FROM_SETTINGS = { name: 'Из настроек', description: null }

/** Canonical. */
export const protectedAddress = ({ config }: Pick<Context, 'config'>) =>
  canonicalAddress(config.protectedExemptIp)

/**
 * Whether the bot check, and nothing else, is waived for this client: the protected address, or an active exception. An
 * unknown client is never exempt.
 *
 * @param address Canonical.
 */
export async function isExempt(context: ExceptionContext, address: string | null): Promise<boolean> {
  if (address === null) return false
  if (address === protectedAddress(context)) return true
  return await hasActiveException(context.sql, address)
}

/** At the start: the lists show the protected address; a former one is an exception no more. */
export async function listProtectedAddress(context: ExceptionContext): Promise<void> {
  const address = protectedAddress(context)
  if (address !== null) await storeProtectedAddress(context.sql, address, PROTECTED)
}

export async function listExceptions(context: ExceptionContext): Promise<IpException[]> {
  const rows = await allExceptions(context.sql)
  return rows.map(row => ({
    id: row.id,
    ip_address: row.ipAddress,
    name: row.name,
    description: row.description,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
    created_at_str: moscowTime(row.createdAt),
    created_by_username: row.createdBy,
    is_protected: row.ipAddress === protectedAddress(context)
  }))
}

/** The short list of the settings. */
export const listExemptAddresses = ({ sql }: ExceptionContext) => activeAddresses(sql)

async function exceptionOf(context: ExceptionContext, id: number): Promise<IpException> {
  const exception = (await listExceptions(context)).find(row => row.id === id)
  if (!exception) throw new Refusal('NOT_FOUND')
  return exception
}

/** @throws Refusal `NOT_AN_ADDRESS`, also for one with a zone, which means something to one machine alone. */
function readAddress(text: string, field: string): string {
  const address = text.includes('%') ? null : canonicalAddress(text)
  if (address === null)
    throw new Refusal('NOT_AN_ADDRESS', { fields: { [field]: PROBLEMS.NOT_AN_ADDRESS.text } })
  return address
}

const refuseProtected = (context: ExceptionContext, address: string) => {
  if (address === protectedAddress(context)) throw new Refusal('PROTECTED_ADDRESS')
}

/** @throws Refusal `NOT_AN_ADDRESS`, `ADDRESS_KNOWN`. */
export async function addException(
  context: ExceptionContext,
  { ip_address, ...text }: NewException,
  actor: Actor
): Promise<IpException> {
  const id = await insertException(context.sql, readAddress(ip_address, 'ip_address'), text, actor)
  if (id === null) throw new Refusal('ADDRESS_KNOWN')
  return await exceptionOf(context, id)
}

/**
 * Exempts an address under a name of ours; one that was switched off is switched on.
 *
 * @throws Refusal `NOT_AN_ADDRESS`, `ADDRESS_KNOWN`.
 */
export async function exemptAddress({ sql }: ExceptionContext, text: string, actor: Actor): Promise<void> {
  const ipAddress = readAddress(text, 'ip')
  if ((await insertException(sql, ipAddress, FROM_SETTINGS, actor)) !== null) return
  const switchOn = ({ isActive }: { isActive: boolean }) => {
    if (isActive) throw new Refusal('ADDRESS_KNOWN')
    return { isActive: true }
  }
  await changeException(sql, { ipAddress }, switchOn, actor)
}

/**
 * Changes name, description and whether it is active. Its address stays.
 *
 * @throws Refusal `NOT_FOUND`, `NOT_AN_ADDRESS`, `PROTECTED_ADDRESS`, `BAD_INPUT` for another address.
 */
export async function editException(
  context: ExceptionContext,
  id: string,
  { is_active: isActive, ip_address, name, description }: ExceptionEdit,
  actor: Actor
): Promise<IpException> {
  const address = typeof ip_address === 'string' ? readAddress(ip_address, 'ip_address') : undefined
  const change = ({ ipAddress }: { ipAddress: string }) => {
    const isOther = address !== undefined && address !== ipAddress
    if (!isActive || isOther) refuseProtected(context, ipAddress)
    if (isOther) throw new Refusal('BAD_INPUT', { fields: { ip_address: PROBLEMS.BAD_INPUT.text } })
    return { name, isActive, ...(description === undefined ? {} : { description }) }
  }
  const number = pathNumber(id)
  if (!(await changeException(context.sql, { id: number }, change, actor))) throw new Refusal('NOT_FOUND')
  return await exceptionOf(context, number)
}

/** @throws Refusal `NOT_FOUND`, `PROTECTED_ADDRESS`. */
export async function removeException(context: ExceptionContext, id: string, actor: Actor): Promise<void> {
  const which = { id: pathNumber(id) }
  const check = ({ ipAddress }: { ipAddress: string }) => refuseProtected(context, ipAddress)
  if (!(await deleteException(context.sql, which, check, actor))) throw new Refusal('NOT_FOUND')
}

/**
 * Removes an address of the short list.
 *
 * @throws Refusal `PROTECTED_ADDRESS` in whatever spelling, `NOT_AN_ADDRESS`, `NOT_FOUND`.
 */
export async function removeExemptAddress(
  context: ExceptionContext,
  text: string,
  actor: Actor
): Promise<void> {
  for (const address of meantAddresses(text)) refuseProtected(context, address)
  const ipAddress = readAddress(text.trim(), 'ip')
  const check = () => refuseProtected(context, ipAddress)
  if (!(await deleteException(context.sql, { ipAddress, isActive: true }, check, actor)))
    throw new Refusal('NOT_FOUND')
}
