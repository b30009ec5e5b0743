interface ProgressOutput {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface Progress {
  /** `records` determines the rate. */
  update(done: number, records: number): void
  clear(): void
}

const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 5_000
const BAR_CHARS = 24
const WIDTH = 80

const wholeNumber = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })

/** «1:05», «2:03:00» */
export function duration(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds))
  const [hours, minutes, remaining] = [
    Math.floor(rounded / 3600),
    Math.floor(rounded / 60) % 60,
    rounded % 60
  ]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(remaining)}` : `${minutes}:${two(remaining)}`
}

/**
 * A bar on a terminal, else a line every five seconds. Starts at the first update, so that a resumed load shows its own
 * rate.
 * @param total In any unit.
 */
export function createProgress(
  output: ProgressOutput,
  title: string,
  total: number,
  now = performance.now
): Progress {
  let writtenAt = now()
  let start: { at: number; done: number; records: number } | null = null

  function text(done: number, records: number): string {
    start ??= { at: now(), done, records }
    const seconds = Math.max(0.001, (now() - start.at) / 1000)
    const part = total > 0 ? Math.min(1, done / total) : 1
    const advanced = done - start.done
    const secondsLeft = advanced > 0 ? ((total - done) / advanced) * seconds : Number.NaN
    const rate = wholeNumber.format((records - start.records) / seconds)
    const percent = `${Math.floor(part * 100)} %`.padStart(5)
    const remaining = Number.isFinite(secondsLeft) ? `, осталось ${duration(secondsLeft)}` : ''
    return `${percent}, записей: ${wholeNumber.format(records)}, ${rate}/с${remaining}`
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

export const reportTo = (progress: Progress) => (text: string) => {
  progress.clear()
  console.error(text)
}
