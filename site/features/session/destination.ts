/** The addresses that only name a search, which show the same to its owner whoever follows them. */
const SEARCH_LINK = /^\/search(?:\/compare|\/report)?\?s=/
/** Where a login was going when it went on to its second step. */
const KEPT = 'login-from'

/** A link to a search goes on where the guard stopped it; everybody else goes to /dashboard. */
export const destinationOf = (state: { from?: string } | null): string =>
  state?.from && SEARCH_LINK.test(state.from) ? state.from : '/dashboard'

export function leaveForSecondStep(): void {
  sessionStorage.setItem(KEPT, destinationOf(history.state))
  location.assign('/login/code')
}

/** Where the first step was going. */
export function goOn(): void {
  const from = sessionStorage.getItem(KEPT) ?? ''
  sessionStorage.removeItem(KEPT)
  location.replace(destinationOf({ from }))
}

/** @returns whether this tab took a first step that has let nobody in. */
export function forgetFirstStep(): boolean {
  const isKept = sessionStorage.getItem(KEPT) !== null
  sessionStorage.removeItem(KEPT)
  return isKept
}
