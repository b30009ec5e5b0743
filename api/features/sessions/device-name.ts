/** In the order in which they are looked for: most name others beside themselves. */
const BROWSERS: [name: string, mark: RegExp][] = [
  ['Яндекс Браузер', /YaBrowser\//],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//]
]
const SYSTEMS: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/]
]

/** «Firefox, Linux» of a browser as it names itself; null of a program that is none we know. */
export function deviceName(userAgent: string | null): string | null {
  const names = [BROWSERS, SYSTEMS].map(all => all.find(([, mark]) => mark.test(userAgent ?? ''))?.[0])
  return names.filter(Boolean).join(', ') || null
}
