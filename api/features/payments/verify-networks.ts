import { ConfigError } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import { type ChainNetwork, NetworkError } from '#api/networks/contract.ts'
import { nodesVariable } from '#api/networks/settings.ts'

/** Checks every node at start; a silent one is checked before use. @throws ConfigError for another chain or token. */
export async function verifyNetworks(networks: readonly ChainNetwork[]): Promise<void> {
  await Promise.all(
    networks.map(async network => {
      try {
        await network.verify()
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error
        if (error.failure === 'wrong')
          throw new ConfigError(`${nodesVariable(network.key)}: ${error.message}`)
        log.warn('network_trouble', { network: network.key, reason: error.message })
      }
    })
  )
}
