import type { Context } from '#api/context.ts'
import { log } from '#api/lib/log.ts'
import { adminChats, endNote, markNoteSent, takeNotes } from './note-store.ts'

/** A day, the last ones an hour apart. */
const ATTEMPTS_MAX = 30
const TIMEOUT_MS = 5_000
/** Sending is slow, and other jobs wait. */
const MOST = 10

/** Sends each note to every chat at least once. Without a bot a note is done; failures never delay payments. */
export async function sendNotes(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  most: number
): Promise<number> {
  const isOn = config.telegramBotToken !== null
  const notes = await takeNotes(sql, isOn ? Math.min(MOST, most) : most)
  const chats = isOn && notes.length > 0 ? await adminChats(sql) : []
  for (const { id, text, attempts, sentTo } of notes) {
    let error: string | null = null
    for (const chat of chats.filter(each => !sentTo.includes(each))) {
      const failure = await send(config, chat, text)
      if (failure === null) await markNoteSent(sql, id, chat)
      error ??= failure
    }
    if (error !== null) log.warn('note_not_sent', { note: id, reason: error })
    await endNote(sql, id, error, error === null || attempts >= ATTEMPTS_MAX)
  }
  return notes.length
}

/** Null when sent, else the reason without the URL, which holds the token. */
async function send(
  { telegramApiUrl, telegramBotToken }: Context['config'],
  chat: string,
  text: string
): Promise<string | null> {
  try {
    const response = await fetch(`${telegramApiUrl.replace(/\/+$/, '')}/bot${telegramBotToken}/sendMessage`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chat_id: chat, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    await response.body?.cancel()
    return response.status === 200 ? null : `Telegram ответил ${response.status}`
  } catch {
    return 'Telegram не отвечает'
  }
}
