/** Calls a server as an administrator of it would; a list is sent line by line. */
export async function callServer(
  server: string,
  method: string,
  path: string,
  body?: object | readonly object[]
) {
  const { username, password, origin } = new URL(server)
  const lines = Array.isArray(body) ? `${body.map(line => JSON.stringify(line)).join('\n')}\n` : undefined
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(username && { authorization: `Basic ${btoa(`${username}:${password}`)}` }),
      ...(body && { 'content-type': lines ? 'application/x-ndjson' : 'application/json' })
    },
    ...(body && { body: lines ?? JSON.stringify(body) })
  })
  return { status: answer.status, body: await answer.json() }
}
