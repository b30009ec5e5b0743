import { join } from 'node:path'
import { PORT } from './product.ts'

/** A server of the bench itself, a process of its own, to compare the product with. */
export interface Server {
  port: number
  pid: number
  stop(): Promise<void>
}

const READY = 'ready'

/**
 * Starts one of the `*-server.ts` files; `place` says on which port behind the product's.
 *
 * @throws When it ends instead of being ready.
 */
export async function startServer<Order>(script: string, order: Order, place: number): Promise<Server> {
  const port = PORT + place
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, script), JSON.stringify({ port, order })],
    {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit'
    }
  )
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (!chunk.includes(READY)) continue
    return {
      port,
      pid: child.pid,
      async stop() {
        child.kill()
        await child.exited
      }
    }
  }
  throw new Error(`${script} did not start`)
}

/** The other side: what `startServer` has ordered. */
export const orderOf = <Order>(): { port: number; order: Order } => JSON.parse(Bun.argv[2] ?? '')

/** The other side: says that it listens, and ends with the bench, also when that is killed. */
export async function serveUntilLeft(): Promise<void> {
  console.log(READY)
  for await (const _ of Bun.stdin.stream());
  process.exit(0)
}
