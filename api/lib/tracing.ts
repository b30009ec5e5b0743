/** W3C `traceparent`; null without tracing. */
export type TraceParent = string | null

/** Durations of a call's parts. Spans hold no line, address, user or error text. */
export interface Tracing {
  readonly isOn: boolean
  /** Starts a call's span. */
  begin(request: Request): void
  /** @param route As declared: `/api/lists/:id`. */
  end(request: Request, route: string, status: number): void
  /** Span of the call with this signal. */
  parentOf(signal: AbortSignal): TraceParent
  span<T>(name: string, parent: TraceParent | undefined, work: () => T | Promise<T>): T | Promise<T>
  /** Sends pending spans. Never rejects. */
  close(): Promise<void>
}

const nothing = () => {}

/** Used without a collector. */
export const NO_TRACING: Tracing = {
  isOn: false,
  begin: nothing,
  end: nothing,
  parentOf: () => null,
  span: (_name, _parent, work) => work(),
  close: async () => {}
}
