const SURNAME = /^\S{3,}(?= )(?! \S+(ич|[вч]на)$)/

/** Surname of a name in normal form; '' when it has none. For pages. */
export const surnameOfValue = (value: string): string => SURNAME.exec(value)?.[0] ?? ''
