/** Inner quotation marks: «ООО „Пример“». */
export const quoted = (text: string): string => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`

export const quotedList = (texts: readonly string[]): string => texts.map(quoted).join(', ')
