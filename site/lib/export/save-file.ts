import { moscowTime } from '#shared/moscow-time.ts'

/** Hands a file to the browser. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * «poisk-2026-11-21-15-30.csv», in Moscow time. A name holds nothing that was searched for: it ends up in a list of
 * downloads.
 */
export function fileName(what: string, moment: Date, ending: string): string {
  const [, day, month, year, clock] = /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(moscowTime(moment)) ?? []
  return `${what}-${year}-${month}-${day}-${clock?.replace(':', '-')}.${ending}`
}
