/** Where progress is written: a terminal or a pipe. */
export interface ProgressOutput {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface Progress {
  /** `done` in the units of the total; `records` for the rate. */
  update(done: number, records: number): void
  /** Erases the bar, so that the next line begins clean. */
  clear(): void
}

const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 5_000
const BAR_CHARS = 24
const WIDTH = 80

const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })

/** «1:05», «2:03:00»: time left, whole seconds. */
export function duration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/**
 * A bar with rate and time left on a terminal, a plain line every five seconds elsewhere. `total` in any unit. The first
 * update says where the work begins: a resumed one tells the rate and the time of what is left.
 */
export function createProgress(
  output: ProgressOutput,
  title: string,
  total: number,
  now = performance.now
): Progress {
  let writtenAt = now()
  let first: { at: number; done: number; records: number } | null = null

  function text(done: number, records: number): string {
    first ??= { at: now(), done, records }
    const seconds = Math.max(0.001, (now() - first.at) / 1000)
    const part = total > 0 ? Math.min(1, done / total) : 1
    const moved = done - first.done
    const left = moved > 0 ? ((total - done) / moved) * seconds : Number.NaN
    const rate = whole.format((records - first.records) / seconds)
    const percent = `${Math.floor(part * 100)} %`.padStart(5)
    const rest = Number.isFinite(left) ? `, осталось ${duration(left)}` : ''
    return `${percent}, записей: ${whole.format(records)}, ${rate}/с${rest}`
  }

  return {
    update(done, records) {
      const every = output.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS
      const line = text(done, records)
      if (now() - writtenAt < every) return
      writtenAt = now()
      if (!output.isTTY) {
        output.write(`${title}:${line}\n`)
        return
      }
      const filled = total > 0 ? Math.round(Math.min(1, done / total) * BAR_CHARS) : BAR_CHARS
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARS - filled)
      output.write(`\r\x1b[2K${`${title} ${bar}${line}`.slice(0, (output.columns ?? WIDTH) - 1)}`)
    },
    clear() {
      if (output.isTTY) output.write('\r\x1b[2K')
    }
  }
}

/** Says something between two updates: on a line of its own, on stderr. */
export const reportTo = (progress: Progress) => (text: string) => {
  progress.clear()
  console.error(text)
}
