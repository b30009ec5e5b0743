import { configureSync, getLogger, type LogRecord } from '@logtape/logtape'
import { LoggableError } from './operator-error.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

const CATEGORY = 'sverka'
const TEXT_MAX_CHARS = 300
const FRAMES_MAX = 6
const OUTAGE_LINE_MS = 1_000
/** DEL, C1 controls and line separators, which JSON keeps and a terminal may obey. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The library hides what it cannot write. */
const written = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** A message may hold a line of its own that looks like a frame, so frames are looked for behind it. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message)
  const behind = at < 0 ? '' : stack.slice(at + message.length)
  return behind
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.startsWith('at '))
    .slice(0, FRAMES_MAX)
}

/** Any message may quote what somebody typed (that of `JSON.parse` does), so only our own are logged. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code, errno, constraint } = error as { code?: unknown; errno?: unknown; constraint?: unknown }
  return {
    name: error.name,
    message: error instanceof LoggableError ? error.message.slice(0, TEXT_MAX_CHARS) : undefined,
    code,
    errno,
    constraint,
    frames: framesOf(error),
    cause: error.cause instanceof Error ? describe(error.cause) : undefined
  }
}

/** One JSON line; escaped, so that no value starts a line of its own. */
export function logLine(level: Level, event: string, fields: Record<string, unknown> = {}): string {
  const loggable = Object.entries(fields).map(([name, value]) => [
    name,
    name === 'error' || value instanceof Error ? describe(value) : value
  ])
  const line = { at: new Date().toISOString(), level, event, ...Object.fromEntries(loggable) }
  return JSON.stringify(line, written).replace(UNSAFE, escaped)
}

const write = ({ level, rawMessage, properties }: LogRecord) => {
  process.stderr.write(
    `${logLine(level === 'warning' ? 'warn' : (level as Level), String(rawMessage), properties)}\n`
  )
}

/** For this process or thread; also applies to the library's own messages (`logtape`). */
export function setLogLevel(level: Level): void {
  configureSync({
    reset: true,
    sinks: { stderr: write },
    loggers: [
      { category: CATEGORY, sinks: ['stderr'], lowestLevel: level === 'warn' ? 'warning' : level },
      { category: ['logtape', 'meta'], sinks: ['stderr'], lowestLevel: 'error' }
    ]
  })
}

setLogLevel('info')

/** JSON lines on stderr. Never log query text, personal data, tokens or passwords. */
export const log = getLogger(CATEGORY)

/** Groups failures of an outage: a line a second per event, with their number. */
export interface OutageLog {
  /** @param error The first of them. */
  note(event: string, error: unknown): void
}

export function createOutageLog(): OutageLog {
  const unsaid = new Map<string, { count: number; error: unknown }>()

  function say(event: string, count: number, error: unknown): void {
    log.warn(event, { count, error })
    unsaid.set(event, { count: 0, error: null })
    setTimeout(sayUnsaid, OUTAGE_LINE_MS, event).unref()
  }

  function sayUnsaid(event: string): void {
    const { count, error } = unsaid.get(event) ?? { count: 0, error: null }
    if (count > 0) say(event, count, error)
    else unsaid.delete(event)
  }

  return {
    note(event, error) {
      const since = unsaid.get(event)
      if (!since) return say(event, 1, error)
      if (since.count === 0) since.error = error
      since.count += 1
    }
  }
}
