import { useEffect, useState } from 'react'
import { countdownText } from './payment-view.ts'
import { serverNow } from './server-clock.ts'

const SECOND_MS = 1_000

interface CountdownProps {
  /** ISO 8601. */
  until: string
  /** «до 13:58 по Москве». */
  note: string
  onEnd: () => void
}

/** The time that is left to pay, by the server's clock. */
export function Countdown({ until, note, onEnd }: CountdownProps) {
  const end = Date.parse(until)
  const [leftMs, setLeft] = useState(() => end - serverNow())
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(end - serverNow()), SECOND_MS)
    return () => clearInterval(timer)
  }, [end, isOver])
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <p className="time-left">
      <b className="timer" role="timer">
        {countdownText(leftMs)}
      </b>
      <br />
      <small>{note}</small>
    </p>
  )
}
