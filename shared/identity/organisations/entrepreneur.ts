const ENTREPRENEUR =
  /^[\s«"(]{0,3}(?:ип|индивидуальн\p{L}{2,3} предпринимател\p{L}{1,2}|глава кфх)(?!\p{L})[\s.:«"]{0,4}/iu

/** «Примеров И. А.» of «ИП Примеров И. А.»; null for other texts. */
export const entrepreneurName = (text: string): string | null => {
  const title = ENTREPRENEUR.exec(text)?.[0]
  if (title === undefined) return null
  const name = text.slice(title.length).replace(/[»")\s]{1,4}$/u, '')
  return name === '' ? null : name
}
