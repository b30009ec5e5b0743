import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { accountAt, evmAddress, tronAddress } from './account-key.ts'

/** An account's public key, and its first address to compare with the wallet's. */
interface Account {
  xpub: string
  address: string
}

/**
 * The public keys of a wallet, for `bun run xpub` alone: nothing else of the product ever sees words of a wallet.
 *
 * @returns Null when these are no words of a wallet.
 */
export function xpubsOf(words: string): { evm: Account; tron: Account } | null {
  const mnemonic = words.trim().toLowerCase().split(/\s+/).join(' ')
  if (!validateMnemonic(mnemonic, wordlist)) return null
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  const account = (coin: number, shown: (account: string) => string): Account => {
    const key = root.derive(`m/44'/${coin}'/0'`).wipePrivateData()
    return { xpub: key.publicExtendedKey, address: shown(accountAt(key, 0)) }
  }
  return { evm: account(60, evmAddress), tron: account(195, tronAddress) }
}
