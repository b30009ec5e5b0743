import { correction, generate } from 'lean-qr/nano'

/** Modules of white around a code, without which cameras do not find it (ISO/IEC 18004). */
const QUIET = 4

export interface QrCode {
  viewBox: string
  /** The dark modules, as the path of an SVG. */
  path: string
}

/** Draws a line of ASCII text as a QR code. It is loaded when the first one is shown. */
export function drawQrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x
      while (code.get(x, y)) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  }
  const side = code.size + 2 * QUIET
  return { viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, path }
}
