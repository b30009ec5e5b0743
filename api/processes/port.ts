import { OperatorError } from '#api/lib/operator-error.ts'
import { LOCAL_PORT } from '#shared/constants.ts'
import { portOwner } from './port-owner.ts'

const PORT_MAX = 65_535

/** Russian message with advice. */
export class PortTakenError extends OperatorError {
  override name = 'PortTakenError'
}

interface ListenAddress {
  port: number
  host: string
  /** Advice for a taken port; defaults to another port. */
  advice?: string
  /** Prefix of the port number in the advice. */
  choice?: string
}

/** Error codes do not tell a bad host from a taken port, so any port is tried. */
function isOwnAddress(host: string): boolean {
  try {
    Bun.serve({ port: 0, hostname: host, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/** Turns system errors into `PortTakenError`, or an `OperatorError` that names the host. */
export function listenAt<T>({ port, host, advice, choice = 'PORT=' }: ListenAddress, listen: () => T): T {
  try {
    return listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!isOwnAddress(host))
      throw new OperatorError(
        `HOST=${host}: у этой машины нет такого адреса. Укажите её адрес, 0.0.0.0 (все) или 127.0.0.1 (только она сама).`
      )
    if (code === 'EADDRINUSE') {
      const owner = portOwner(port)
      throw new PortTakenError(
        `Порт ${port} занят другой программой${owner ? ` (${owner})` : ''}. ` +
          (advice ??
            `Остановите её или выберите другой порт: ${choice}${port < PORT_MAX ? port + 1 : port - 1}`)
      )
    }
    if (code === 'EACCES')
      throw new PortTakenError(
        `Нет права открыть порт ${port}. Выберите порт от 1024: ${choice}${LOCAL_PORT}`
      )
    throw new PortTakenError(
      `Не удалось открыть порт ${port} на ${host} (${code ?? 'ошибка'}). Проверьте PORT и HOST.`
    )
  }
}

/** Called before the long work of a first start. */
export function assertPortFree(address: ListenAddress): void {
  const probe = listenAt(address, () =>
    Bun.serve({
      port: address.port,
      hostname: address.host,
      fetch: () => new Response(null, { status: 503 })
    })
  )
  probe.stop(true)
}
