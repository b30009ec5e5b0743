import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'

/** A server that is reached over TLS alone. */
export interface TlsFront {
  url: string
  /** File with the certificate of who signed that of the server. */
  ca: string
  /** File with the certificate of somebody else. */
  otherCa: string
  /** That were made to it so far. */
  readonly connections: number
  stop(): Promise<void>
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Ends TLS in front of a server, with a certificate for 127.0.0.1 by an authority that was made for it. */
export async function startTlsFront(target: string): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'sverka-tls-'))
  const file = (name: string) => join(folder, name)
  const openssl = async (...args: string[]) => {
    const child = Bun.spawn(['openssl', ...args], { stdout: 'ignore', stderr: 'pipe' })
    const errors = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) throw new Error(errors)
  }
  for (const name of ['ca', 'other'])
    await openssl(
      ...['req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`],
      ...['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)]
    )
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1')
  const signing = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-extfile', file('names'), '-days', '2']
  await openssl(
    ...['req', ...NEW_KEY.slice(0, -2), '-subj', '/CN=node'],
    ...['-keyout', file('node.key'), '-out', file('node.csr')]
  )
  await openssl(
    ...['x509', '-req', '-in', file('node.csr'), '-CAcreateserial', '-out', file('node.crt'), ...signing]
  )
  const upstream = new URL(target)
  const keys = { key: readFileSync(file('node.key')), cert: readFileSync(file('node.crt')) }
  let connections = 0
  const server = createServer(keys, socket => {
    connections += 1
    const inner = connect(Number(upstream.port), upstream.hostname)
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner]) end.on('error', () => end.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const address = Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href
  return {
    url: address.replace('http:', 'https:').replace(/\/$/, ''),
    ca: file('ca.crt'),
    otherCa: file('other.crt'),
    get connections() {
      return connections
    },
    async stop() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
