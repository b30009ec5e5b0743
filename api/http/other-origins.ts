type Headers = Record<string, string | number>

/** Programs that run in the pages of other servers may call and read the answer. They come without cookies: none is asked for. */
export function allowAnyOrigin(headers: Headers): void {
  headers['access-control-allow-origin'] = '*'
  headers['cross-origin-resource-policy'] = 'cross-origin'
  headers['referrer-policy'] = 'no-referrer'
}

/** What a browser asks before such a call that has headers or a type of its own. */
export function answerPreflight(headers: Headers, methods: readonly string[]): void {
  allowAnyOrigin(headers)
  headers['access-control-allow-methods'] = methods.join(', ')
  headers['access-control-allow-headers'] = 'authorization, content-type, idempotency-key'
  headers['access-control-max-age'] = 600
}
