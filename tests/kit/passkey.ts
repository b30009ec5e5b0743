import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n])
  return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** RFC 8949, as much of it as keys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

const USER_PRESENT_AND_VERIFIED = 5
const WITH_KEY = 0x40

/** A passkey that answers as a browser does, of as long an identifier as a test asks for. */
export function createPasskey(origin: string, idBytes = 16) {
  const id = randomBytes(idBytes)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = { id: text(id), rawId: text(id), type: 'public-key' }
  const ofSite = sha256(Buffer.from(new URL(origin).hostname))
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }))

  function publicKey(): Buffer {
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    const part = (coordinate: string) => Buffer.from(coordinate, 'base64url')
    return cbor(new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, part(x)], [-3, part(y)]])) // biome-ignore format: COSE
  }

  function authData(flags: number, further: Buffer[] = []): Buffer {
    return Buffer.concat([ofSite, Buffer.from([flags]), Buffer.alloc(4), ...further])
  }

  return {
    created(challenge: string, transports: unknown = ['internal']) {
      const key = [Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, publicKey()]
      const object = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(USER_PRESENT_AND_VERIFIED | WITH_KEY, key)]
      ])
      const clientDataJSON = text(clientData('create', challenge))
      return { ...named, response: { clientDataJSON, attestationObject: text(cbor(object)), transports } }
    },

    answered(challenge: string) {
      const data = clientData('get', challenge)
      const authenticator = authData(USER_PRESENT_AND_VERIFIED)
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), keys.privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authenticator),
          signature: text(signature)
        }
      }
    }
  }
}
