import type { Config } from '#api/config.ts'
import type { MessengerGateway } from './contract.ts'
import { httpGateway } from './http.ts'
import { sandboxGateway } from './sandbox.ts'

/** `readConfig` guarantees address and secret for `http`. */
export function createGateway({ messengerDriver, messengerUrl, messengerSecret }: Config): MessengerGateway {
  return messengerDriver === 'http' ? httpGateway(messengerUrl ?? '', messengerSecret ?? '') : sandboxGateway
}
