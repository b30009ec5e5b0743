export const TIMESTAMP_HEADER = 'X-Sverka-Timestamp'
export const SIGNATURE_HEADER = 'X-Sverka-Signature'

/** Value of `X-Sverka-Signature`; `timestamp` is epoch seconds as text. */
export function signature(
  secret: string,
  { method, path, timestamp, body }: { method: string; path: string; timestamp: string; body: string }
): string {
  const signed = [method, path, timestamp, body].join('\n')
  return `sha256=${new Bun.CryptoHasher('sha256', secret).update(signed).digest('hex')}`
}
