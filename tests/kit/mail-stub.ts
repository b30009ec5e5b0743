import type { Socket } from 'bun'

interface ReceivedMail {
  from: string
  to: string[]
  headers: string
  /** Decoded. */
  text: string
}

/** A mail server that takes everything, without TLS. */
export interface MailStub {
  url: string
  messages: ReceivedMail[]
  /** Refuses every recipient. */
  refuses: boolean
  /** Accepts connections and says nothing. */
  isSilent: boolean
  stop(): void
}

interface Session {
  from: string
  to: string[]
  data: string | null
  rest: string
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

export function startMailStub(): MailStub {
  const server = Bun.listen<Session>({
    hostname: '0.0.0.0',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { from: '', to: [], data: null, rest: '' }
        if (!stub.isSilent) socket.write('220 stub\r\n')
      },
      data(socket, bytes) {
        const lines = (socket.data.rest + bytes.toString()).split('\r\n')
        socket.data.rest = lines.pop() ?? ''
        if (!stub.isSilent) for (const line of lines) answer(socket, line)
      }
    }
  })
  const stub: MailStub = {
    url: `smtp://127.0.0.1:${server.port}`,
    messages: [],
    refuses: false,
    isSilent: false,
    stop: () => server.stop(true)
  }

  function answer(socket: Socket<Session>, line: string): void {
    const session = socket.data
    if (session.data !== null) {
      if (line !== '.') session.data += `${line}\n`
      else {
        stub.messages.push(received(session))
        session.data = null
        socket.write('250 taken\r\n')
      }
      return
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'MAIL') session.from = addressIn(line)
    if (command === 'RCPT') {
      if (stub.refuses) {
        socket.write('550 no such box\r\n')
        return
      }
      session.to.push(addressIn(line))
    }
    if (command === 'DATA') session.data = ''
    const replies: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye', EHLO: '250 stub' }
    socket.write(`${replies[command] ?? '250 ok'}\r\n`)
  }

  return stub
}

function received({ from, to, data }: Session): ReceivedMail {
  const [headers = '', ...body] = (data ?? '').split('\n\n')
  const text = body.join('\n\n')
  const isBase64 = /^content-transfer-encoding: base64/im.test(headers)
  return { from, to, headers, text: isBase64 ? Buffer.from(text, 'base64').toString() : unquoted(text) }
}

/** Quoted-printable. */
function unquoted(text: string): string {
  const plain = text.replaceAll('=\n', '')
  return Buffer.from(
    plain.replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1'
  ).toString()
}
