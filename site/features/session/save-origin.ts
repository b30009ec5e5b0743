/** Saves the page that the guard redirected from in the state of the history entry. */
export function saveOrigin(): void {
  const { referrer } = document
  if (referrer.startsWith(`${location.origin}/`)) {
    history.replaceState({ from: referrer.slice(location.origin.length) }, '')
  }
}
