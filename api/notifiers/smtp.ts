import { createTransport } from 'nodemailer'
import { NOTIFIER_TIMEOUT_MS } from '#shared/constants.ts'
import { type Notifier, NotifierError } from './contract.ts'

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Mail through a server of the operator. A code never goes over an open line: `smtp:` to another machine needs STARTTLS. */
export function smtpNotifier(address: string, from: string): Notifier {
  const { protocol, hostname, port, username, password } = new URL(address)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !LOCAL.has(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: NOTIFIER_TIMEOUT_MS,
    greetingTimeout: NOTIFIER_TIMEOUT_MS,
    socketTimeout: NOTIFIER_TIMEOUT_MS,
    // A text of ours is never read as the name of a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return {
    channels: ['email'],
    isHandedOver: false,
    async send({ to, subject, text }) {
      const sent = transport
        .sendMail({ from, to: { name: '', address: to }, subject, text })
        .catch((error: Error & { code?: string }) => {
          // The text of the error repeats the address.
          throw new NotifierError(error.code ?? error.name)
        })
      // The limits above are of single steps.
      await Promise.race([sent, overdue(sent)])
    }
  }
}

function overdue(sent: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new NotifierError('slow')), NOTIFIER_TIMEOUT_MS)
    const stop = () => clearTimeout(timer)
    sent.then(stop, stop)
  })
}
