const BYTES = 16

/** Opaque, and too long to be guessed. */
export const newJobId = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('base64url')
