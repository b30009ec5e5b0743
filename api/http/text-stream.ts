/** Generates text while it is read; ends when the reader leaves. */
export function textStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await texts.next()
        if (next.done) controller.close()
        else controller.enqueue(utf8.encode(next.value))
      } catch (error) {
        controller.error(error)
      }
    },
    async cancel() {
      await texts.return(undefined)
    }
  })
}
