import type { FieldKind } from '#shared/identity/records/types.ts'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import {
  around,
  passportForms,
  phoneForms,
  plateForms,
  snilsForms,
  spaced,
  vinForms
} from './written-numbers.ts'

/** Every usual way in which people write a value that a record shows. The first is the value as shown. */
export function writtenForms(kind: FieldKind, shown: string): string[] {
  const forms = FORMS[kind]?.(shown) ?? []
  return [...new Set([shown, `  ${shown} `, ...forms])]
}

const FORMS: Partial<Record<FieldKind, (shown: string) => string[]>> = {
  phone: phoneForms,
  email: emailForms,
  inn: shown => [
    ...around(shown, 'ИНН', 'инн:', 'ИНН №', 'INN'),
    ...spaced(shown, 3),
    `${shown}.`,
    `«${shown}»`
  ],
  snils: snilsForms,
  passport: passportForms,
  passport_series: series => [`серия ${series}`, `${series.slice(0, 2)} ${series.slice(2)}`],
  passport_number: number => [`№ ${number}`, `№${number}`, `номер ${number}`],
  ogrn: shown => [...around(shown, 'ОГРН', 'огрн:', 'ОГРН №'), `${shown},`],
  vin: vinForms,
  plate: plateForms,
  birth_date: dateForms,
  full_name: nameForms,
  last_name: wordForms,
  middle_name: wordForms,
  first_name: wordForms,
  record_number: shown => [shown.toLowerCase(), shown.replace('-', '‑'), `№ ${shown}`],
  address: addressForms,
  workplace: shown => [shown.toUpperCase(), shown.replace(/[«»]/g, '"'), shown.replace(/[«»]/g, '')],
  organization: shown => [shown.toUpperCase(), shown.replace(/[«»]/g, '"')]
}

function emailForms(shown: string): string[] {
  return [
    shown.toUpperCase(),
    `mailto:${shown}`,
    `<${shown}>`,
    `Илья <${shown}>`.slice('Илья '.length),
    `«${shown}»`,
    `"${shown}"`,
    `${shown}.`,
    `${shown},`,
    `${shown};`,
    `(${shown})`,
    `e-mail: ${shown}`,
    `Email ${shown}`,
    `почта: ${shown}`,
    `эл. почта ${shown}`,
    `электронная почта: ${shown}`,
    ` ${shown}\u200b`
  ]
}

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

function dateForms(shown: string): string[] {
  if (/^\d{4}$/.test(shown))
    return [`${shown} г.р.`, `${shown} г. р.`, `${shown} год`, `${shown} года рождения`, `г.р. ${shown}`]
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(shown)
  const usual = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(shown)
  const [year = '', month = '', day = ''] = iso
    ? iso.slice(1)
    : usual
      ? [usual[3] ?? '', usual[2] ?? '', usual[1] ?? '']
      : []
  if (year === '') return []
  const name = MONTHS[Number(month) - 1] ?? ''
  const russian = `${day}.${month}.${year}`
  return [
    russian,
    `${year}-${month}-${day}`,
    `${year}.${month}.${day}`,
    `${year}/${month}/${day}`,
    `${day}/${month}/${year}`,
    `${day}-${month}-${year}`,
    `${day} ${month} ${year}`,
    `${Number(day)}.${Number(month)}.${year}`,
    `${day}${month}${year}`,
    `${Number(day)} ${name} ${year}`,
    `${Number(day)} ${name} ${year} г.`,
    `${Number(day)} ${name} ${year} года`,
    `${Number(day)} ${name.toUpperCase()} ${year} г.р.`,
    `${day} ${name.slice(0, 3)} ${year}`,
    `${day}.${month}.${year} г.р.`,
    `${day}.${month}.${year} г. р.`,
    `${day}.${month}.${year}г.р.`,
    `${day}.${month}.${year} г.`,
    `${day}.${month}.${year} года рождения`,
    `д.р. ${russian}`,
    `ДР: ${russian}`,
    `др ${russian}`,
    `дата рождения: ${russian}`,
    `Дата рождения ${russian} г.`,
    `родился ${russian}`,
    `род. ${russian}`,
    `«${Number(day)}» ${name} ${year} г.`,
    `${russian},`,
    `${day}\u00a0${name}\u00a0${year}`,
    `${year}-${month}-${day}T00:00:00`,
    `${russian} 00:00:00`,
    ...(Number(year) > new Date().getFullYear() - 98
      ? [`${day}.${month}.${year.slice(2)}`, `${day}/${month}/${year.slice(2)}`]
      : [])
  ]
}

function wordForms(shown: string): string[] {
  return [
    shown.toUpperCase(),
    shown.toLowerCase(),
    shown.replaceAll('ё', 'е'),
    shown.replaceAll('о', 'o').replaceAll('а', 'a'),
    `${shown},`,
    `«${shown}»`,
    ...(/^[а-яё-]+$/i.test(shown) ? [toLatinLayout(shown)] : [])
  ]
}

function nameForms(shown: string): string[] {
  const words = shown.replace(/,?\s*\d.*$/, '').split(' ')
  const name = words.join(' ')
  const turned = [...words.slice(1), words[0]].join(' ')
  const whole = words.length === 3 && words.every(word => /^\p{L}{2,}(?:-\p{L}+)?$/u.test(word))
  const [surname = '', givenName = '', patronymic = ''] = words
  const initials = `${givenName.charAt(0)}.${patronymic.charAt(0)}.`
  return [
    name.toUpperCase(),
    name.toLowerCase(),
    turned,
    turned.toUpperCase(),
    name.replaceAll('ё', 'е'),
    name.replaceAll('о', 'o').replaceAll('а', 'a'),
    `ФИО: ${name}`,
    `гр. ${name}`,
    `${words[0]},${words
      .slice(1)
      .map(word => ` ${word}`)
      .join('')}`,
    words.join('\u00a0'),
    words.join('  '),
    words.join('\t'),
    words.join('\n'),
    `${name}.`,
    `"${name}"`,
    ...(/^[а-яё .-]+$/i.test(name) && whole ? [toLatinLayout(name), toLatinLayout(name.toLowerCase())] : []),
    ...(whole
      ? [
          `${surname} ${initials}`,
          `${surname} ${givenName.charAt(0)}. ${patronymic.charAt(0)}.`,
          `${initials} ${surname}`,
          `${initials}${surname}`,
          `${surname} ${initials}`.toUpperCase(),
          `${surname} ${initials}`.toLowerCase(),
          `${surname} ${initials.replaceAll('.', '')}`,
          `${surname} ${givenName}`,
          `${givenName} ${surname}`,
          `${surname}, ${givenName} ${patronymic}`
        ]
      : [])
  ]
}

function addressForms(shown: string): string[] {
  return [
    shown.toUpperCase(),
    shown.toLowerCase(),
    shown.replace(/[.,]/g, ' '),
    shown.replace('ул.', 'улица').replace('д.', 'дом').replace('кв.', 'квартира'),
    shown.replaceAll(', ', ','),
    shown.replaceAll('ё', 'е'),
    `адрес: ${shown}`
  ]
}
