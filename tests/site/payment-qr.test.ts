import { expect, test } from 'bun:test'
import jsQR from 'jsqr'
import { drawQrCode, type QrCode } from '#site/ui/qr-code.ts'

const PIXELS_A_MODULE = 4

/** The drawing as a camera sees it: the runs of the path on white. */
function photograph({ viewBox, path }: QrCode) {
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number)
  const size = side * PIXELS_A_MODULE
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const from = { x: (Number(x) - left) * PIXELS_A_MODULE, y: (Number(y) - top) * PIXELS_A_MODULE }
    for (let row = from.y; row < from.y + PIXELS_A_MODULE; row += 1) {
      const start = (row * size + from.x) * 4
      for (let pixel = 0; pixel < Number(width) * PIXELS_A_MODULE; pixel += 1)
        pixels.fill(0, start + pixel * 4, start + pixel * 4 + 3)
    }
  }
  return { pixels, size }
}

test.each([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x55d398326f99059fF775485246999027B3197955&uint256=50000000',
  'sandbox:0'
])('a camera reads %s', text => {
  const { pixels, size } = photograph(drawQrCode(text))
  expect(jsQR(pixels, size, size)?.data).toBe(text)
})

test('a code has four white modules around', () => {
  expect(drawQrCode('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t').viewBox).toBe('-4 -4 37 37')
})
