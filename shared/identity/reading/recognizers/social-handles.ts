import type { Reading } from '#shared/contracts/reading.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Recognizer, Span } from '#shared/identity/reading/spans.ts'

/* «@primerov», «t.me/primerov»: records have them as words. A number in such a URL is a phone. */

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
const WEIGHT = 5
const LIKELY = 0.4

export const recognizeHandles: Recognizer = line =>
  [...line.text.matchAll(NICK_INSIDE)].map(
    ({ 0: text, index, groups: { nick = '' } = {} }): Span => ({
      from: line.tokenAt(index),
      to: line.tokenAt(index + text.length),
      treatment: 'besides',
      weight: WEIGHT,
      readings: [makeReading('text', nick, nick, { confidence: LIKELY })]
    })
  )

const NICK_LIKELY = 0.55
const LINE_AS_WORDS = 0.3

/** Readings of a line with nothing else; null otherwise. */
export function loneHandle(line: string): Reading[] | null {
  const nick = LONE_NICK.exec(line)?.groups?.nick
  // «Nick Petrov» is a person.
  if (nick === undefined || NAME_BEHIND.test(line)) return null
  return [
    makeReading('text', nick, line, { confidence: NICK_LIKELY }),
    makeReading('text', line, line, { confidence: LINE_AS_WORDS })
  ]
}
