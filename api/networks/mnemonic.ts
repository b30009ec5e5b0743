import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { accountAt, evmAddress, tronAddress } from './account-key.ts'

/** The first address is compared with the wallet's. */
interface Account {
  xpub: string
  address: string
}

/** For `bun run xpub` alone: nothing else sees a wallet's words. @returns Null for other words. */
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
