/** The first cookie of that name, undecoded: our values need no encoding. Null when it is absent or empty. */
export function readCookie(headers: Headers, name: string): string | null {
  const line = headers.get('cookie')
  if (line === null) return null
  for (const pair of line.split(';')) {
    const text = pair.trimStart()
    if (text.startsWith(name) && text[name.length] === '=')
      return text.slice(name.length + 1).trimEnd() || null
  }
  return null
}
