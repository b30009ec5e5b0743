/** Only inside a pressed button or a whole-page wait; the words stand beside it. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** A wait of the whole page, in words. */
export const Wait = ({ children }: { children: string }) => (
  <p className="row" role="status">
    <Spinner />
    {children}
  </p>
)
