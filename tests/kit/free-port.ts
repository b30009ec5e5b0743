/** The configuration needs the port before anything listens, so 0 will not do. */
export function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  if (port === undefined) throw new Error('no free port')
  return port
}
