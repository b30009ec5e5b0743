/** Keeps the place that the guard took somebody from in the state of the history entry. */
export function keepOrigin(): void {
  const { referrer } = document
  if (referrer.startsWith(`${location.origin}/`)) {
    history.replaceState({ from: referrer.slice(location.origin.length) }, '')
  }
}
