import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { getAddress, keccak256 } from 'viem'

/** Purpose, coin, account; addresses are children `/0/i`. */
const ACCOUNT_DEPTH = 3
const ACCOUNT_HEX = 40
const TRON_PREFIX = 0x41

const base58 = createBase58check((bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest())

/** Account key without any private key. @throws Error with a Russian sentence that does not quote the text. */
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

export function accountAt(key: HDKey, index: number): string {
  const { publicKey } = key.deriveChild(0).deriveChild(index)
  if (publicKey === null) throw new Error('no public key')
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return keccak256(point.slice(1)).slice(-ACCOUNT_HEX)
}

/** EIP-55. */
export const evmAddress = (account: string): string => getAddress(`0x${account}`)

export function tronAddress(account: string): string {
  return base58.encode(new Uint8Array([TRON_PREFIX, ...Buffer.from(account, 'hex')]))
}

/** Account of an address `0x…` or (case-sensitive) `T…`. @throws Error for a wrong checksum or length. */
export function accountOfAddress(address: string): string {
  if (address.startsWith('0x')) return getAddress(address).slice(2).toLowerCase()
  const [prefix, ...bytes] = base58.decode(address)
  if (prefix !== TRON_PREFIX || bytes.length !== ACCOUNT_HEX / 2) throw new Error('not an address of TRON')
  return Buffer.from(bytes).toString('hex')
}
