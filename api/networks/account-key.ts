import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { getAddress, keccak256 } from 'viem'

/** Levels of an account's key: purpose, coin, account. Addresses are its children `/0/i`. */
const ACCOUNT_DEPTH = 3
const ACCOUNT_HEX = 40
/** Of an address on TRON: the byte before the twenty. */
const TRON_PREFIX = 0x41

const base58 = createBase58check((bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest())

/**
 * The account's key of a wallet, without any private key.
 *
 * @throws Error with a Russian sentence that does not repeat the text.
 */
export function readXpub(text: string): HDKey {
  if (/^[xyztuv]prv/.test(text))
    throw new Error(
      'это закрытый ключ (xprv): серверу нужен только открытый, xpub; считайте этот ключ раскрытым'
    )
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text)
  } catch {
    throw new Error('это не xpub: проверьте, что он вставлен целиком')
  }
  if (key.privateKey !== null) throw new Error('это закрытый ключ: серверу нужен только xpub')
  if (key.depth !== ACCOUNT_DEPTH)
    throw new Error(
      `нужен ключ счёта (глубина ${ACCOUNT_DEPTH}, например m/44'/60'/0'), а у этого глубина ${key.depth}`
    )
  return key
}

/** The account of address `/0/index`: the last twenty bytes of the hash of its public key. */
export function accountAt(key: HDKey, index: number): string {
  const { publicKey } = key.deriveChild(0).deriveChild(index)
  if (publicKey === null) throw new Error('no public key')
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return keccak256(point.slice(1)).slice(-ACCOUNT_HEX)
}

/** With the checksum in its capitals (EIP-55). */
export const evmAddress = (account: string): string => getAddress(`0x${account}`)

export function tronAddress(account: string): string {
  return base58.encode(new Uint8Array([TRON_PREFIX, ...Buffer.from(account, 'hex')]))
}

/**
 * The account of an address as people write it: `0x…` or, case-sensitive, `T…`.
 *
 * @throws Error for a wrong checksum or length.
 */
export function accountOfAddress(address: string): string {
  if (address.startsWith('0x')) return getAddress(address).slice(2).toLowerCase()
  const [prefix, ...bytes] = base58.decode(address)
  if (prefix !== TRON_PREFIX || bytes.length !== ACCOUNT_HEX / 2) throw new Error('not an address of TRON')
  return Buffer.from(bytes).toString('hex')
}
