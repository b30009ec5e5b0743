import { OperatorError } from '#api/lib/operator-error.ts'
import { xpubsOf } from '#api/networks/mnemonic.ts'

/** `bun run xpub`: the words come in by themselves, so that no shell remembers them. */
export async function printXpubs(): Promise<void> {
  if (process.stdin.isTTY) console.error('Слова кошелька, потом Enter и Ctrl+D:')
  const keys = xpubsOf(await Bun.stdin.text())
  if (keys === null)
    throw new OperatorError(
      'Это не слова кошелька: нужно 12 или 24 английских слова списка BIP-39, верных вместе.'
    )
  const { evm, tron } = keys
  console.log(`PAYMENT_XPUB_EVM=${evm.xpub}\nPAYMENT_XPUB_TRON=${tron.xpub}`)
  console.log(`\nПервые адреса, сверьте их с кошельком:\n  EVM   ${evm.address}\n  TRON  ${tron.address}`)
}
