/** A span as W3C writes it in `traceparent`, which every thread understands; null where nothing is traced. */
export type TraceParent = string | null

/** How long the parts of a call take. No span has a line, an address, a user or the text of an error. */
export interface Tracing {
  readonly isOn: boolean
  /** Begins the span of a call. */
  begin(request: Request): void
  /** @param route As it is declared, without what stands in its place: `/api/lists/:id`. */
  end(request: Request, route: string, status: number): void
  /** The span of the call that this signal belongs to. */
  parentOf(signal: AbortSignal): TraceParent
  span<T>(name: string, parent: TraceParent | undefined, work: () => T | Promise<T>): T | Promise<T>
  /** Sends what was not sent yet. Never rejects. */
  close(): Promise<void>
}

const nothing = () => {}

/** Of a process that nobody gave a collector. */
export const NO_TRACING: Tracing = {
  isOn: false,
  begin: nothing,
  end: nothing,
  parentOf: () => null,
  span: (_name, _parent, work) => work(),
  close: async () => {}
}
