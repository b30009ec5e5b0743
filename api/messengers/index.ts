import type { Config } from '#api/config.ts'
import type { MessengerGateway } from './contract.ts'
import { httpGateway } from './http.ts'
import { sandboxGateway } from './sandbox.ts'

/** The gateway that the configuration names; it says itself that `http` comes with an address and a secret. */
export function createGateway({ messengerDriver, messengerUrl, messengerSecret }: Config): MessengerGateway {
  return messengerDriver === 'http' ? httpGateway(messengerUrl ?? '', messengerSecret ?? '') : sandboxGateway
}
