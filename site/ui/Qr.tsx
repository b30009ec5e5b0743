import { useEffect, useState } from 'react'
import { loadCode } from '#site/lib/load-code.ts'
import type { QrCode } from './qr-code.ts'

/** A text as a QR code, for a camera. Its place is kept while the drawing is loaded, and stays white where it cannot be had. */
export function Qr({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrCode>()
  useEffect(() => {
    let isStale = false
    loadCode(() => import('./qr-code.ts')).then(
      ({ drawQrCode }) => isStale || setCode(drawQrCode(text)),
      // What it says stands beside it as text.
      () => undefined
    )
    return () => {
      isStale = true
    }
  }, [text])
  return (
    <svg
      className="qr"
      viewBox={code?.viewBox ?? '0 0 1 1'}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={code?.path} />
    </svg>
  )
}
