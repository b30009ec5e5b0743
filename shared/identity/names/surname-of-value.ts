const SURNAME = /^\S{3,}(?= )(?! \S+(ич|[вч]на)$)/

/** The surname of a name in its normal form, «Примеров Илья Андреевич»; '' where it has none, or nothing else. For pages. */
export const surnameOfValue = (value: string): string => SURNAME.exec(value)?.[0] ?? ''
