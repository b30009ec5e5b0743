import { ConfigError } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import { type ChainNetwork, NetworkError } from '#api/networks/contract.ts'
import { nodesVariable } from '#api/networks/settings.ts'

/**
 * Asks every node whether it is of the network that it is configured for. One that does not answer now may answer later:
 * it is asked again before it is used.
 *
 * @throws ConfigError for a node of another chain or token.
 */
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
