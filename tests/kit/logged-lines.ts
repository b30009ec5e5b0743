import { setLogLevel } from '#api/lib/log.ts'

/** What this process has written to its log since. */
export interface LoggedLines {
  text(): string
  /** Names of the events. */
  events(): Set<string>
  stop(): void
}

const METHODS = ['debug', 'info', 'log', 'warn', 'error'] as const

/** Catches every line of every level, also those that something prints past the log. */
export function catchLog(): LoggedLines {
  const texts: string[] = []
  const { write } = process.stderr
  const own = METHODS.map(method => [method, console[method]] as const)
  process.stderr.write = (text: unknown) => texts.push(String(text)) > 0
  for (const method of METHODS) console[method] = (...values) => void texts.push(Bun.inspect(values))
  setLogLevel('debug')
  return {
    text: () => texts.join(''),
    events: () =>
      new Set(texts.filter(text => text.startsWith('{')).map(text => String(JSON.parse(text).event))),
    stop() {
      process.stderr.write = write
      for (const [method, former] of own) console[method] = former
      setLogLevel('info')
    }
  }
}
