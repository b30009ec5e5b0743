import type { Payment, PaymentNetwork, PaymentRate } from '#shared/contracts/payments.ts'

/** An open payment of 50 dollars on the test chain. */
export const PAYMENT: Payment = {
  id: '3f9a1c07-5a51-4d4e-9d0b-1f0a5c1c7b11',
  amount_usd: 50,
  status: 'pending',
  exception: 'none',
  network: 'local',
  network_title: 'Местная тестовая сеть',
  token_contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  generated_address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  payment_uri: 'ethereum:0x5FbDB2315678afecb367f032d93F642f64180aa3@31337/transfer',
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
  created_at: '2026-11-21T09:58:00.000Z',
  created_moscow_str: '21.11.2026 12:58',
  expires_at: '2026-11-21T10:58:00.000Z',
  expires_moscow_str: '21.11.2026 13:58',
  credited_until: '2026-11-28T10:58:00.000Z',
  completed_at: null,
  admin_confirmed_by: null,
  server_time: '2026-11-21T10:00:00.000Z'
}

export const NETWORK: PaymentNetwork = {
  key: 'local',
  title: 'Местная тестовая сеть',
  is_test: true,
  token: 'USDT',
  token_contract: PAYMENT.token_contract,
  decimals: 6,
  required_confirmations: 20,
  block_seconds: 12,
  state: 'ok',
  seconds_behind: 1
}

export const TERMS: PaymentRate = {
  rate: 100,
  bonus_threshold: 100,
  bonus_multiplier: 1.1,
  min_usd: 10,
  max_usd: 10_000,
  networks: [NETWORK]
}
