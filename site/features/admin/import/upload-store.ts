import { atom } from 'nanostores'
import { errorText } from '#site/lib/ask.ts'
import { currentImport, job, showImport } from './import-store.ts'
import { announceFile, readImport } from './imports.ts'
import { fingerprintOf, sendFile } from './send-file.ts'

export interface Upload {
  step: 'idle' | 'sending' | 'waiting' | 'paused' | 'failed'
  /** Why it failed. */
  text: string
  /** Bytes that the server has. */
  received: number
  bytesPerSecond: number | null
}

const IDLE: Upload = { step: 'idle', text: '', received: 0, bytesPerSecond: null }

/** What this page sends. An upload that another page began is idle here until its file is chosen. */
export const $upload = atom<Upload>(IDLE)

let file: File | null = null
let stop: AbortController | null = null

const change = (next: Partial<Upload>) => $upload.set({ ...$upload.get(), ...next })
const fail = (text: string) => change({ step: 'failed', text })

/** Begins with a file, or goes on with the one whose upload was cut. Never rejects. */
export async function takeFile(chosen: File): Promise<void> {
  if (stop) return
  const current = currentImport()
  if (current && chosen.size !== current.size)
    return fail(`Это другой файл. Чтобы продолжить, выберите ${current.file_name}.`)
  file = chosen
  await send(async () => {
    const shown = await announceFile({
      file_name: chosen.name,
      size: chosen.size,
      fingerprint: await fingerprintOf(chosen)
    })
    showImport(shown)
    return shown
  })
}

/** Whether this page still has the file that it sent. */
export const hasFile = (): boolean => file !== null

export const pauseUpload = (): void => stop?.abort()

/** Goes on with the file that this page still has. Never rejects. */
export async function resumeUpload(): Promise<void> {
  const current = currentImport()
  if (stop || !file || !current) return
  await send(() => readImport(current.id))
}

/** Forgets the file; what is being sent stops. */
export function forgetFile(): void {
  stop?.abort()
  file = null
  $upload.set(IDLE)
}

async function send(open: () => Promise<{ id: string; received: number; state: string }>): Promise<void> {
  if (!file) return
  const control = new AbortController()
  stop = control
  change({ step: 'sending', text: '', bytesPerSecond: null })
  try {
    const shown = await open()
    change({ received: shown.received })
    const startedAt = performance.now()
    if (shown.state === 'uploading') {
      await sendFile({
        file,
        job: shown,
        signal: control.signal,
        onProgress(received, isWaiting) {
          const seconds = (performance.now() - startedAt) / 1000
          const bytesPerSecond = Math.max(0, received - shown.received) / seconds
          change({ step: isWaiting ? 'waiting' : 'sending', received, bytesPerSecond })
        }
      })
    }
    showImport(await readImport(shown.id))
    file = null
    $upload.set(IDLE)
  } catch (error) {
    if (control.signal.aborted) change({ step: 'paused', bytesPerSecond: null })
    else fail(errorText(error))
    await job.refresh()
  }
  stop = null
}
