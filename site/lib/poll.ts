/**
 * Does something again and again while the page is looked at: at once, then after the pause that each turn answers, in
 * milliseconds; null ends it. A page that is hidden rests, and takes its turn at once when it is seen or online again.
 *
 * @param turn Never rejects.
 * @returns how to stop.
 */
export function poll(turn: () => Promise<number | null>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isOver = false

  function stop() {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', run)
    removeEventListener('online', run)
  }
  async function run() {
    clearTimeout(timer)
    if (isBusy || document.visibilityState === 'hidden') return
    isBusy = true
    const pauseMs = await turn()
    isBusy = false
    if (pauseMs === null) stop()
    else if (!isOver) timer = setTimeout(run, pauseMs)
  }
  document.addEventListener('visibilitychange', run)
  addEventListener('online', run)
  run()
  return stop
}
