import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '#api/lib/operator-error.ts'

/** A failed backup or restore, with Russian advice. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

export interface ArchivePlace {
  name: string
  /** @throws BackupError when something is there. */
  assertFree(): Promise<void>
  /** Complete or not at all; errors of `content` are thrown as they are. */
  write(content: AsyncIterable<Uint8Array>): Promise<void>
  /** From the first byte each time. @throws BackupError */
  read(): AsyncIterable<Uint8Array>
}

const PRIVATE = 0o600

export const filePlace = (path: string): ArchivePlace => ({
  name: path,

  async assertFree() {
    if (existsSync(path)) throw new BackupError(`Файл ${path} уже есть. Выберите другое имя.`)
  },

  async write(content) {
    const draft = `${path}.part`
    try {
      await rm(draft, { force: true })
      await pipeline(Readable.from(content), createWriteStream(draft, { flags: 'wx', mode: PRIVATE }))
      await sync(draft)
      await rename(draft, path)
      await sync(dirname(path)).catch(() => {})
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error
    }
  },

  async *read() {
    try {
      yield* createReadStream(path)
    } catch (error) {
      throw new BackupError(
        `Файл ${path} не читается (${(error as NodeJS.ErrnoException).code ?? 'ошибка'}).`
      )
    }
  }
})

/** Fails with the reason of the signal. */
export const abortableBy = (signal: AbortSignal, place: ArchivePlace): ArchivePlace => ({
  ...place,
  async write(content) {
    async function* untilAborted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        signal.throwIfAborted()
        yield chunk
      }
      signal.throwIfAborted()
    }
    await place.write(untilAborted())
  }
})

/** Reads on demand, and no further when cancelled. */
export function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    }
  })
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
