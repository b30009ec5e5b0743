import { mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOKEN_SOURCE } from './token-source.ts'

/** Compiling takes two seconds, so the bytecode is cached by source. */
export async function tokenBytecode(): Promise<`0x${string}`> {
  const name = new Bun.CryptoHasher('sha256').update(TOKEN_SOURCE).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), 'sverka-token')
  const path = join(folder, `${name}.hex`)
  const compiled = Bun.file(path)
  if (await compiled.exists()) return `0x${await compiled.text()}`
  const bytecode = await compile()
  mkdirSync(folder, { recursive: true })
  await Bun.write(`${path}.${process.pid}`, bytecode)
  renameSync(`${path}.${process.pid}`, path)
  return `0x${bytecode}`
}

/** A widely supported EVM. */
async function compile(): Promise<string> {
  const { default: solc } = await import('solc')
  const input = {
    language: 'Solidity',
    sources: { 'token.sol': { content: TOKEN_SOURCE } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } }
    }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const bytecode = output.contracts?.['token.sol']?.Token?.evm?.bytecode?.object
  if (!bytecode) throw new Error(`the test token does not compile: ${JSON.stringify(output.errors)}`)
  return bytecode
}
