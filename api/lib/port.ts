import { OperatorError } from './operator-error.ts'
import { portOwner } from './port-owner.ts'

/** Somebody else listens where we are to listen. The message is Russian and says what to do. */
export class PortTakenError extends OperatorError {
  override name = 'PortTakenError'
}

interface Place {
  port: number
  host: string
  /** What the person can do when the port is taken; by default another port. */
  advice?: string
}

/** Runs what listens at a place; a refusal of the system becomes a `PortTakenError`. */
export function listening<T>({ port, host, advice }: Place, listen: () => T): T {
  try {
    return listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      const owner = portOwner(port)
      throw new PortTakenError(
        `Порт ${port} занят другой программой${owner ? ` (${owner})` : ''}. ` +
          (advice ?? `Остановите её или выберите другой порт: PORT=${port + 1}`)
      )
    }
    if (code === 'EACCES')
      throw new PortTakenError(`Нет права открыть порт ${port}. Выберите порт от 1024 в PORT.`)
    throw new PortTakenError(
      `Не удалось открыть порт ${port} на ${host} (${code ?? 'ошибка'}). Проверьте PORT и HOST.`
    )
  }
}

/** Asks before the long work of a first start, not after it. */
export function assertPortFree(place: Place): void {
  const probe = listening(place, () =>
    Bun.serve({ port: place.port, hostname: place.host, fetch: () => new Response(null, { status: 503 }) })
  )
  probe.stop(true)
}
