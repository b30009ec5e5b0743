import { connect, createServer, type Socket } from 'node:net'

/** A network between the product and its database that can fall silent: nothing arrives, and nobody is told. */
export interface SlowNetwork {
  fallSilent(): void
  /** What was sent meanwhile arrives now. */
  goOn(): void
  close(): void
}

/** From a port of this machine to a unix socket. A connection takes so long to be made. */
export async function openNetwork(port: number, path: string, connectMs = 0): Promise<SlowNetwork> {
  const ends = new Set<Socket>()
  const openings = new Set<() => void>()
  let isSilent = false

  const server = createServer({ pauseOnConnect: true }, near => {
    const open = () => {
      const far = connect(path)
      for (const [from, to] of [
        [near, far],
        [far, near]
      ] as const) {
        ends.add(from)
        from.on('data', bytes => to.write(bytes))
        from.on('error', () => {})
        from.on('close', () => {
          ends.delete(from)
          to.end()
        })
      }
      near.resume()
    }
    if (isSilent) openings.add(open)
    else if (connectMs > 0) setTimeout(open, connectMs)
    else open()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    fallSilent() {
      isSilent = true
      for (const end of ends) end.pause()
    },
    goOn() {
      isSilent = false
      for (const end of ends) end.resume()
      for (const open of openings) open()
      openings.clear()
    },
    close() {
      server.close()
      for (const end of ends) end.destroy()
    }
  }
}
