import type { Input } from './inputs.ts'
import { type Answer, openSpeaker, type Silence, type Speaker } from './speaker.ts'

/** The product's own limit for a silent connection: whatever comes later is not slow but lost. */
const ANSWER_MS = 30_000
/** What breaks the framing may rightly be waited for. */
const ODD_MS = 400

/** A client that keeps its connection as long as it can be used. */
export interface Caller {
  ask(input: Input, bytes: Uint8Array): Promise<Answer | Silence>
  hangUp(): void
}

export function createCaller(port: number): Caller {
  let speaker: Speaker | null = null

  const caller: Caller = {
    async ask(input, bytes) {
      const wasUsed = speaker !== null
      speaker ??= await openSpeaker(port)
      const answer = await speaker.say(bytes, input.method, input.isOdd ? ODD_MS : ANSWER_MS)
      const isOver = typeof answer === 'string' || answer.headers.get('connection') === 'close'
      if (isOver || input.isOdd) caller.hangUp()
      // A server may close a connection between two calls, and then every client asks once more.
      return answer === 'closed' && wasUsed && !input.isOdd ? await caller.ask(input, bytes) : answer
    },
    hangUp() {
      speaker?.hangUp()
      speaker = null
    }
  }
  return caller
}
