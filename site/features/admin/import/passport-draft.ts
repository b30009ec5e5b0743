import type { DeclaredPassport } from '#shared/contracts/passport.ts'

const keyOf = (id: string) => `import-passport-${id}`

/** Keeps what is typed of an import's passport, so that a reload of the tab loses nothing. */
export function keepPassport(id: string, form: HTMLFormElement): void {
  sessionStorage.setItem(keyOf(id), JSON.stringify(Object.fromEntries(new FormData(form))))
}

/** What was typed of it in this tab; null where nothing was. */
export const keptPassport = (id: string): Partial<DeclaredPassport> | null =>
  JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')

export const forgetPassport = (id: string): void => sessionStorage.removeItem(keyOf(id))
