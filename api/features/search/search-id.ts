/** 128 unguessable bits. */
const BYTES = 16
const TEXT_CHARS = 22
const TEXT = /^[\w-]{22}$/
const BASE64 = { alphabet: 'base64url', omitPadding: true } as const

export const newSearchId = (): Uint8Array => crypto.getRandomValues(new Uint8Array(BYTES))

export const searchIdText = (id: Uint8Array): string => Uint8Array.from(id).toBase64(BASE64)

/** Null for other texts. */
export function readSearchId(text: string): Uint8Array | null {
  if (!TEXT.test(text)) return null
  const id = Uint8Array.fromBase64(text, { alphabet: 'base64url', lastChunkHandling: 'loose' })
  // The last sign has four unused bits.
  return id.length === BYTES && searchIdText(id) === text ? id : null
}

/** The id that a text begins with, and the rest. */
export const splitSearchId = (text: string): [searchId: string, rest: string] => [
  text.slice(0, TEXT_CHARS),
  text.slice(TEXT_CHARS)
]
