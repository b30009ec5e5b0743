import { describe, expect, test } from 'bun:test'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { mnemonicToAccount } from 'viem/accounts'
import { readConfig } from '#api/config.ts'
import { accountAt, accountOfAddress, evmAddress, readXpub, tronAddress } from '#api/networks/account-key.ts'
import { xpubsOf } from '#api/networks/mnemonic.ts'
import { TEST_XPUB } from '#api/networks/settings.ts'

const WORDS = 'test test test test test test test test test test test junk'
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS))
const xpubAt = (path: string) => root.derive(path).publicExtendedKey

describe('addresses', () => {
  test('fifty of a known wallet are those that viem derives with its private keys', () => {
    const key = readXpub(xpubAt("m/44'/60'/0'"))
    for (let index = 0; index < 50; index += 1) {
      const { address } = mnemonicToAccount(WORDS, { addressIndex: index })
      expect(evmAddress(accountAt(key, index))).toBe(address)
      expect(accountOfAddress(address)).toBe(accountAt(key, index))
    }
  })

  test.each([
    // The wallet of WORDS as TronWeb derives it; USDT and the burn address as TRON documents them.
    ['TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6', accountAt(readXpub(xpubAt("m/44'/195'/0'")), 0)],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '0'.repeat(40)]
  ])('%s on TRON is that account, both ways', (address, account) => {
    expect(tronAddress(account)).toBe(address)
    expect(accountOfAddress(address)).toBe(account)
  })

  test.each(['TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL7', 'twer2ygk5tehehp3tpuyeqxmb6ssgzmal6', '0x12', ''])(
    '%p is none',
    address => {
      expect(() => accountOfAddress(address)).toThrow()
    }
  )

  test('the command derives the same public keys, and refuses words that are none', () => {
    expect(xpubsOf(`  ${WORDS.toUpperCase()}\n`)).toEqual({
      evm: { xpub: xpubAt("m/44'/60'/0'"), address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      tron: { xpub: xpubAt("m/44'/195'/0'"), address: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6' }
    })
    expect(xpubsOf('one two three')).toBeNull()
  })
})

describe('the configuration of payments', () => {
  const problemOf = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const EVM = {
    PAYMENT_NETWORKS: 'ethereum',
    PAYMENT_RPC_ETHEREUM: 'https://one.example,https://two.example'
  }

  test('takes networks with their keys and nodes', () => {
    const { networks } = readConfig({ ...EVM, PAYMENT_XPUB_EVM: xpubAt("m/44'/60'/7'") })
    expect(networks).toEqual([
      { key: 'ethereum', xpub: xpubAt("m/44'/60'/7'"), urls: ['https://one.example', 'https://two.example'] }
    ])
    expect(readConfig({}).networks.map(({ key }) => key)).toEqual(['sandbox'])
  })

  test.each([
    ['закрытый ключ (xprv)', { ...EVM, PAYMENT_XPUB_EVM: root.derive("m/44'/60'/0'").privateExtendedKey }],
    ['глубина 2', { ...EVM, PAYMENT_XPUB_EVM: xpubAt("m/44'/60'") }],
    ['глубина 4', { ...EVM, PAYMENT_XPUB_EVM: xpubAt("m/44'/60'/0'/0") }],
    ['это не xpub', { ...EVM, PAYMENT_XPUB_EVM: `${xpubAt("m/44'/60'/0'").slice(0, -1)}1` }],
    ['PAYMENT_XPUB_EVM: нужен', EVM],
    ['ключ тестового кошелька', { ...EVM, PAYMENT_XPUB_EVM: TEST_XPUB }],
    ['PAYMENT_RPC_TRON: нужен', { PAYMENT_NETWORKS: 'tron', PAYMENT_XPUB_TRON: xpubAt("m/44'/195'/0'") }],
    [
      'нельзя назвать вместе',
      { ...EVM, PAYMENT_NETWORKS: 'sandbox,ethereum', PAYMENT_XPUB_EVM: xpubAt("m/44'/60'/0'") }
    ],
    ['названа дважды', { PAYMENT_NETWORKS: 'local,local' }],
    ['PAYMENT_NETWORKS: допустимые значения', { PAYMENT_NETWORKS: 'bitcoin' }],
    ['PAYMENT_RPC_BITCOIN: такой сети нет', { PAYMENT_RPC_BITCOIN: 'https://rpc.example' }],
    ['PAYMENT_RPC_TRON: нужен адрес вида', { PAYMENT_RPC_TRON: 'rpc.example' }],
    ['PAYMENT_EXPIRY_MINUTES', { PAYMENT_EXPIRY_MINUTES: '1' }]
  ])('is refused with «%s»', (text, env) => {
    const problem = problemOf(env as Record<string, string>)
    expect(problem).toContain(text)
    for (const value of Object.values(env)) if (value.length > 20) expect(problem).not.toContain(value)
  })
})
