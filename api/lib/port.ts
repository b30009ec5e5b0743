/** Somebody else listens where we are to listen. The message is Russian and says what to do. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

interface Place {
  port: number
  host: string
}

/** Runs what listens at a place; a refusal of the system becomes a `PortTakenError`. */
export function listening<T>({ port, host }: Place, listen: () => T): T {
  try {
    return listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new PortTakenError(
        `Порт ${port} занят другой программой. Остановите её или выберите другой порт: PORT=${port + 1}`
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
