import type { Reading } from '#shared/contracts/reading.ts'
import { trimSeparators } from './labels.ts'
import { makeReading } from './reading.ts'

/*
 * Names that somebody has in a network, «@primerov», «t.me/primerov»: records have them as words, with or without what
 * stands before them here. A number behind such an address is a phone.
 */

const NICK = '(?<nick>[a-z](?:\\.?[a-z\\d_]){2,39})/?'
const NETWORK =
  'telegram|tg|телеграмм?|тг|instagram|insta|инстаграмм?|инста|vk|вк|вконтакте|facebook|фейсбук|skype|скайп|nick|ник|логин'
const SITE =
  '(?:https?://)?(?:www\\.|m\\.)?(?:t\\.me|telegram\\.me|vk\\.(?:com|ru)|instagram\\.com|facebook\\.com|ok\\.ru)/@?'
const LONE_NICK = new RegExp(`^(?:(?:${NETWORK})(?: ?: ?| ?@| )(?:@|${SITE})?|${SITE})${NICK}$`, 'iu')
const NAME_BEHIND = /^\p{L}+ \p{Lu}/u
const NICK_INSIDE = new RegExp(
  `(?<![\\p{L}\\d@./_-])(?:(?:(?:${NETWORK})(?: ?: ?| ))?(?:@|${SITE})|(?:${NETWORK})(?: ?: ?| )(?=[a-z.]*[\\d_]))${NICK}(?![\\p{L}\\d@/?_]|\\.[a-z])`,
  'giu'
)
const HAS_OTHERS = /\p{L}{2}|\d{4}/u
const NICK_LIKELY = 0.55
const LINE_AS_WORDS = 0.3

/** The readings of a line that is nothing else; null for any other. */
export function loneNick(line: string): Reading[] | null {
  const nick = LONE_NICK.exec(line)?.groups?.nick
  // «Nick Petrov» is somebody.
  if (nick === undefined || NAME_BEHIND.test(line)) return null
  return [
    makeReading('text', nick, line, { confidence: NICK_LIKELY }),
    makeReading('text', line, line, { confidence: LINE_AS_WORDS })
  ]
}

/** A line without those beside something else. */
export function withoutNicks(line: string): { text: string; nicks: string[] } {
  const nicks = [...line.matchAll(NICK_INSIDE)].map(({ groups }) => groups?.nick ?? '')
  if (nicks.length === 0) return { text: line, nicks }
  const text = trimSeparators(line.replace(NICK_INSIDE, ', ').replace(/ +(?=[,;])/g, ''))
  return HAS_OTHERS.test(text) ? { text, nicks } : { text: line, nicks: [] }
}
