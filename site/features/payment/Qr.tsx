import { useEffect, useState } from 'react'
import { loadCode } from '#site/lib/load-code.ts'
import type { QrCode } from './qr-code.ts'

/** A payment as a QR code. Its place is kept while the drawing is loaded, and stays white where it cannot be had. */
export function Qr({ text }: { text: string }) {
  const [code, setCode] = useState<QrCode>()
  useEffect(() => {
    let isStale = false
    loadCode(() => import('./qr-code.ts')).then(
      ({ drawQrCode }) => isStale || setCode(drawQrCode(text)),
      // Address and amount stand beside it as text.
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
      aria-label="QR-код с адресом для оплаты"
      shapeRendering="crispEdges"
    >
      <path d={code?.path} />
    </svg>
  )
}
