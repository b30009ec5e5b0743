import type { Payment } from '#shared/contracts/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const HASH = `0x${'5c'.repeat(32)}`

/** A payment as the server would answer it: the server's clock is right, and the rest is as given. */
export function paymentOf(change: Partial<Payment> = {}): Payment {
  const now = Date.now()
  const created = new Date(now - 18 * MINUTE)
  const expires = new Date(now + 41 * MINUTE)
  return {
    id: '3f9a1c07-5a51-4d4e-9d0b-1f0a5c1c7b11',
    amount_usd: 50,
    status: 'pending',
    exception: 'none',
    network: 'local',
    network_title: 'Местная тестовая сеть',
    token_contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    generated_address: ADDRESS,
    payment_uri: `ethereum:0x5FbDB2315678afecb367f032d93F642f64180aa3@31337/transfer?address=${ADDRESS}&uint256=50000000`,
    expected_amount_usdt: 50,
    received_amount_usdt: 0,
    seen_amount_usdt: 0,
    outstanding_amount_usdt: 50,
    confirmations: 0,
    required_confirmations: 20,
    transaction_hash: null,
    used_requests: 0,
    admin_credited_requests: 0,
    credits: 5_000,
    bonus_applied: false,
    rate: 100,
    created_at: created.toISOString(),
    created_moscow_str: moscowTime(created),
    expires_at: expires.toISOString(),
    expires_moscow_str: moscowTime(expires),
    credited_until: new Date(expires.getTime() + 7 * 24 * HOUR).toISOString(),
    completed_at: null,
    admin_confirmed_by: null,
    server_time: new Date(now).toISOString(),
    ...change
  }
}

export const PAID = {
  status: 'completed',
  received_amount_usdt: 50,
  outstanding_amount_usdt: 0,
  confirmations: 20,
  transaction_hash: HASH,
  used_requests: 5_000
} as const
export const EXPIRED = { status: 'expired', outstanding_amount_usdt: 0 } as const
