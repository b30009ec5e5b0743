import { HttpConnection } from '@elastic/elasticsearch'

/** Ends a call with its signal also while the answer is coming: by itself the client would read it to its end. */
export class EndedConnection extends HttpConnection {
  override buildRequestObject(...[params, options]: Parameters<HttpConnection['buildRequestObject']>) {
    const request = super.buildRequestObject(params, options)
    return { ...request, ...(options.signal && { signal: options.signal as AbortSignal }) }
  }
}
