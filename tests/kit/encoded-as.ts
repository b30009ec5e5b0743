/** Encodings with one byte a sign. */
export const ONE_BYTE = ['windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic', 'iso-8859-5'] as const
export type OneByte = (typeof ONE_BYTE)[number]

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const TABLES = new Map(
  ONE_BYTE.map(encoding => [
    encoding,
    new Map([...new TextDecoder(encoding).decode(BYTES)].map((sign, byte) => [sign, byte]))
  ])
)
const QUESTION_MARK = 63

/** A text in one of them; a sign that it does not have is a question mark. */
export const encodedAs = (text: string, encoding: OneByte): Uint8Array =>
  Uint8Array.from([...text], sign => TABLES.get(encoding)?.get(sign) ?? QUESTION_MARK)
