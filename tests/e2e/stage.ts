import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#api/processes/process-info.ts'

/** Where the browser tests meet the product: five ports from here on. Another run beside one takes others. */
export const PORT = Number(process.env.E2E_PORT ?? 12_380)
export const ORIGIN = `http://localhost:${PORT}`

const FOLDER = 'sverka-e2e-'

/** A second product with the bot check on and few registrations an hour. */
const CHECKED_PORT = PORT + 1
export const CHECKED_ORIGIN = `http://localhost:${CHECKED_PORT}`
const CHECKED_REGISTRATIONS_PER_HOUR = 2

/** Stands for challenges.cloudflare.com/turnstile/v0/siteverify. */
export const VERIFIER_PORT = PORT + 2

/** A chain on which the first product takes payments, and where it says that it is ready. */
export const CHAIN_PORT = PORT + 3
export const CHAIN_READY_PORT = PORT + 4
export const CHAIN_URL = `http://127.0.0.1:${CHAIN_PORT}`

/** Cookie of a session that ended long ago: a page that is given it has to ask who is signed in. */
export const DEAD_SESSION = { name: 'refresh_token', value: 'ended', domain: 'localhost', path: '/' }

/** Variable in which the runner tells its workers where the first product keeps its data. */
export const DATA_FOLDER = 'SVERKA_E2E_DATA'

export const ADMIN = { username: 'testadmin', password: 'see every screen 1' }

export interface Server {
  command: string
  /** Answers when it is ready. */
  url: string
  env: Record<string, string>
}

const PRODUCT = `${process.execPath} --preload ./tests/e2e/quick-hashes.ts api/main.ts`

const COMMON = {
  HOST: '127.0.0.1',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'error',
  // Whoever runs the tests may have a configuration of their own.
  DATABASE_URL: '',
  PUBLIC_ORIGIN: ''
}

/** The product as a newcomer starts it, with synthetic people. */
export function demoServer(port = PORT): Server {
  return {
    command: PRODUCT,
    url: `http://127.0.0.1:${port}/api/search/health`,
    env: {
      ...COMMON,
      PORT: String(port),
      ...ownFolders(),
      SEED: 'demo',
      REGISTRATIONS_PER_HOUR: '100000',
      PAYMENT_NETWORKS: 'local,sandbox',
      PAYMENT_RPC_LOCAL: CHAIN_URL
    }
  }
}

export function checkedServer(): Server {
  return {
    command: PRODUCT,
    url: `http://127.0.0.1:${CHECKED_PORT}/api/search/health`,
    env: {
      ...COMMON,
      PORT: String(CHECKED_PORT),
      ...ownFolders(),
      SEED: 'none',
      REGISTRATIONS_PER_HOUR: String(CHECKED_REGISTRATIONS_PER_HOUR),
      PROTECTED_EXEMPT_IP: '192.0.2.1',
      TURNSTILE_SITE_KEY: '0x4AAAAAAASTUBSITEKEY',
      TURNSTILE_SECRET_KEY: '0x4AAAAAAASTUBSECRET',
      TURNSTILE_VERIFY_URL: `http://127.0.0.1:${VERIFIER_PORT}/siteverify`
    }
  }
}

export function chainServer(): Server {
  return {
    command: `${process.execPath} tests/e2e/chain.ts`,
    url: `http://127.0.0.1:${CHAIN_READY_PORT}/`,
    env: {}
  }
}

export function verifierServer(): Server {
  return {
    command: `${process.execPath} tests/e2e/verifier.ts`,
    url: `http://127.0.0.1:${VERIFIER_PORT}/`,
    env: {}
  }
}

const START_MS = 120_000
const STOP_MS = 15_000

/** A server as the runner of the browser tests takes it. */
export const started = ({ command, url, env }: Server) => ({
  command,
  url,
  env: { ...process.env, ...env } as Record<string, string>,
  cwd: `${import.meta.dirname}/../..`,
  timeout: START_MS,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: STOP_MS }
})

/** Servers of the tests are none of a developer's, whose commands must not mind them. */
function ownFolders() {
  const dataDir = tempFolder()
  return { DATA_DIR: dataDir, RUN_DIR: join(dataDir, 'run') }
}

/** A data folder for the life of this run. Those of runs that are over go at the next one. */
function tempFolder(): string {
  for (const name of readdirSync(tmpdir()).filter(each => each.startsWith(FOLDER))) {
    const pid = Number.parseInt(name.slice(FOLDER.length), 10)
    if (!isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  return mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`))
}
