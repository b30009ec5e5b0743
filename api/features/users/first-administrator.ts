import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type Config, ConfigError } from '#api/config.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { password as passwordRule } from '#shared/rules/account.ts'
import { addAdministrator, firstAdministrator } from './service.ts'

interface FirstAdministrator {
  username: string
  /** Generated ones only: shown once and kept nowhere. */
  password: string | null
}

const DEFAULT_NAME = 'admin'
const RANDOM_BYTES = 12

/**
 * Makes the first administrator, configured or generated; safe for concurrent starts. Null when the name is an ordinary
 * user's. @throws ConfigError for a common password.
 */
export async function ensureAdministrator(
  context: Pick<Context, 'sql' | 'passwords'>,
  config: Pick<Config, 'adminUsername' | 'adminPassword'>
): Promise<FirstAdministrator | null> {
  const existing = await firstAdministrator(context)
  if (existing) return { username: existing, password: null }
  const username = config.adminUsername ?? DEFAULT_NAME
  const generated = config.adminPassword ? null : generatePassword()
  if (config.adminPassword) await refuseCommon(context, config.adminPassword, username)
  try {
    await addAdministrator(
      context,
      username,
      await context.passwords.hash(config.adminPassword ?? generated ?? '')
    )
    return { username, password: generated }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const other = await firstAdministrator(context)
    return other ? { username: other, password: null } : null
  }
}

async function refuseCommon(
  { passwords }: Pick<Context, 'passwords'>,
  password: string,
  username: string
): Promise<void> {
  try {
    await passwords.refuseCommon(password, username, 'password')
  } catch (error) {
    throw error instanceof Refusal ? new ConfigError(`ADMIN_PASSWORD: ${error.message}`) : error
  }
}

/** 96 random bits that pass the login rule. */
export function generatePassword(): string {
  for (;;) {
    const password = randomBytes(RANDOM_BYTES).toString('base64url')
    if (v.is(passwordRule, password)) return password
  }
}
