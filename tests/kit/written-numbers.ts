/** The value behind each label. */
export const around = (value: string, ...labels: string[]) => labels.map(label => `${label} ${value}`)

/** The digits in groups. */
export function spaced(digits: string, size: number): string[] {
  const groups = digits.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? []
  return /^\d+$/.test(digits) && digits.length % size === 0 ? [groups.join(' '), groups.join('\u00a0')] : []
}

/** How people write a telephone number of ten digits after its code. */
export function phoneForms(shown: string): string[] {
  const digits = shown.replace(/\D/g, '')
  if (!/^[78]?[3-9]\d{9}$/.test(digits)) return []
  const own = digits.slice(-10)
  const [code, a, b, c] = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8)]
  return [
    `+7 (${code}) ${a}-${b}-${c}`,
    `+7(${code})${a}-${b}-${c}`,
    `+7 (${code}) ${a}‑${b}‑${c}`,
    `+7 (${code}) ${a}–${b}–${c}`,
    `+7\u00a0${code}\u00a0${a}\u00a0${b}\u00a0${c}`,
    `+7 ${code} ${a} ${b} ${c}`,
    `+7 ${code} ${a}${b}${c}`,
    `+7-${code}-${a}-${b}-${c}`,
    `+7${own}`,
    `7${own}`,
    `7 ${code} ${a} ${b} ${c}`,
    `8${own}`,
    own,
    `8 ${code} ${a} ${b} ${c}`,
    `8 ${code} ${a}-${b}-${c}`,
    `8 (${code}) ${a}-${b}-${c}`,
    `8(${code})${a}${b}${c}`,
    `8-${code}-${a}-${b}-${c}`,
    `8–${code}–${a}–${b}–${c}`,
    `8.${code}.${a}.${b}.${c}`,
    `8 ${code} ${own.slice(3, 5)} ${own.slice(5, 7)} ${own.slice(7)}`,
    `(${code}) ${a}-${b}-${c}`,
    `${code} ${a} ${b} ${c}`,
    `${code}-${a}-${b}-${c}`,
    `${code}-${a}-${b}${c}`,
    `тел. 8${own}`,
    `тел.: +7 ${code} ${a}-${b}-${c}`,
    `тел.+7${own}`,
    `Телефон: 8 (${code}) ${a}-${b}-${c}`,
    `моб. ${own}`,
    `т. 8-${code}-${a}-${b}-${c}`,
    `номер телефона 8${own}`,
    `8 (${code}) ${a}-${b}-${c} доб. 123`,
    `8 (${code}) ${a}-${b}-${c}, доб. 12`,
    `+7 ${code} ${a}-${b}-${c} (моб.)`,
    `+7 ${code} ${a}-${b}-${c},`,
    `+7${own}.`,
    `tel:+7${own}`,
    `"+7${own}"`,
    `007${own}`,
    `${[...`8${own}`].map(digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')}`,
    `\u202a+7 ${code} ${a}-${b}-${c}\u202c`
  ]
}

/** How people write a SNILS. */
export function snilsForms(shown: string): string[] {
  const digits = shown.replace(/\D/g, '')
  if (digits.length !== 11) return []
  const [a, b, c, d] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)]
  return [
    digits,
    `${a}-${b}-${c} ${d}`,
    `${a}-${b}-${c}-${d}`,
    `${a} ${b} ${c} ${d}`,
    `${a}–${b}–${c} ${d}`,
    `${a}‑${b}‑${c}\u00a0${d}`,
    `${a}-${b}-${c}${d}`,
    `${a}${b}${c} ${d}`,
    `${a}.${b}.${c} ${d}`,
    `${a}-${b}-${c}/${d}`,
    ...around(shown, 'СНИЛС', 'снилс:', 'СНИЛС №', 'Snils'),
    `СНИЛС ${digits}`,
    `${shown};`
  ]
}

/** How people write series and number of a passport. */
export function passportForms(shown: string): string[] {
  const digits = shown.replace(/\D/g, '')
  if (digits.length !== 10) return []
  const [region, year, number] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  return [
    digits,
    `${region} ${year} ${number}`,
    `${region}${year} ${number}`,
    `${region}${year}№${number}`,
    `${region} ${year} № ${number}`,
    `${region} ${year} №${number}`,
    `${region}${year} №${number}`,
    `${region}${year}-${number}`,
    `${region}-${year} ${number}`,
    `${region} ${year}-${number}`,
    `${region}${year}, ${number}`,
    `${region}${year} N ${number}`,
    `${region}${year} номер ${number}`,
    `${region}\u00a0${year}\u00a0${number}`,
    `${region} ${year} ${number.slice(0, 3)} ${number.slice(3)}`,
    `паспорт ${digits}`,
    `паспорт: ${region}${year} ${number}`,
    `паспорт серии ${region} ${year} № ${number}`,
    `паспорт серия ${region}${year} номер ${number}`,
    `паспорт серия ${region} ${year} номер ${number}`,
    `Паспорт гражданина РФ ${region} ${year} ${number}`,
    `Паспорт гражданина РФ серия ${region} ${year} № ${number}`,
    `серия ${region}${year} номер ${number}`,
    `серия: ${region}${year}, номер: ${number}`,
    `серия ${region} ${year} № ${number}`,
    `пасп. ${region}${year} ${number}`,
    `ПАСПОРТ ${region} ${year} ${number}`
  ]
}

const CYRILLIC = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', P: 'Р', T: 'Т', X: 'Х', Y: 'У' }
const swapped = (text: string, twins: Record<string, string>) =>
  [...text].map(sign => twins[sign] ?? sign).join('')

/** How people write a VIN. */
export function vinForms(shown: string): string[] {
  return [
    shown.toLowerCase(),
    swapped(shown, CYRILLIC),
    swapped(shown, CYRILLIC).toLowerCase(),
    swapped(shown.slice(0, 8), CYRILLIC) + shown.slice(8),
    `VIN ${shown}`,
    `vin: ${shown.toLowerCase()}`,
    `ВИН ${shown}`,
    `VIN-код: ${shown}`,
    `${shown.slice(0, 3)} ${shown.slice(3, 9)} ${shown.slice(9)}`,
    `${shown.slice(0, 3)}-${shown.slice(3, 9)}-${shown.slice(9)}`,
    `${shown},`
  ]
}

const LATIN = Object.fromEntries(
  Object.entries({ ...CYRILLIC, O: 'О' }).map(([latin, cyrillic]) => [cyrillic, latin])
)

/** How people write the plate of a car. */
export function plateForms(shown: string): string[] {
  const parts = /^(\D)(\d{3})(\D\D)(\d{2,3})?$/.exec(shown.replaceAll(' ', ''))
  if (!parts) return []
  const [, first, digits, last, region = ''] = parts
  const latin = swapped(shown, LATIN)
  return [
    shown.toLowerCase(),
    `${first} ${digits} ${last} ${region}`.trim(),
    `${first} ${digits} ${last} ${region}`.trim().toLowerCase(),
    `${first}${digits}${last} ${region}`.trim(),
    `${first}-${digits}-${last}-${region}`.replace(/-$/, ''),
    `${first}${digits}${last}|${region}`.replace(/\|$/, ''),
    `${first}${digits}${last}/${region}`.replace(/\/$/, ''),
    latin,
    latin.toLowerCase(),
    `${latin.slice(0, 1)} ${latin.slice(1, 4)} ${latin.slice(4, 6)} ${latin.slice(6)}`.trim(),
    `${shown} RUS`,
    `${latin}RUS`,
    `${shown} рус`,
    `госномер ${shown}`,
    `гос. номер: ${shown.toLowerCase()}`,
    `г/н ${shown}`,
    `номер ${shown}`,
    `${shown}.`
  ]
}
