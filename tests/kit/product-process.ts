import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..', '..')
const STARTED = 'Администратор'

/** The product as a process of its own. */
export interface ProductProcess {
  url: string
  /** What it has printed so far. */
  said(): string
  signal(name: NodeJS.Signals): void
  /** Exit code. */
  ended: Promise<number>
}

/** Starts `api/main.ts` and waits until it has told its administrator, or has ended. Nothing is seeded. */
export async function startProcess(env: Record<string, string> & { PORT: string }): Promise<ProductProcess> {
  const child = Bun.spawn([process.execPath, 'api/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SEED: 'none', HOST: '127.0.0.1', ...env },
    stdout: 'pipe',
    stderr: 'pipe'
  })
  let text = ''
  const ready = Promise.withResolvers<void>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes(STARTED)) ready.resolve()
    }
  }
  const drained = Promise.all([read(child.stdout), read(child.stderr)])
  const ended = child.exited.then(async code => {
    await drained
    return code
  })
  await Promise.race([ready.promise, ended])
  return { url: `http://127.0.0.1:${env.PORT}`, said: () => text, signal: name => child.kill(name), ended }
}
