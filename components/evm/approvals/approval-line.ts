import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import type { EvmApproval } from '#lib/evm/approvals/contract.ts'

/** What a wallet lets someone take, as a row of its page has it. */
export type StandingApproval = {
  id: string
  kind: EvmApproval['kind']
  token: { address: string; name: string | null; symbol: string | null }
  isSpam: boolean
  /** Of one NFT. */
  tokenId: string | null
  spender: { address: string; label?: string }
  /** Of an allowance: the smallest unit, and whole tokens if the decimals are known. */
  value: string | null
  formatted: string | null
  usdAtRisk: string | null
  /** ISO 8601, UTC. */
  timestamp: string
  transactionHash: string
  risks: EvmApproval['risks']
}

/** For `firstPage` and `useListPages`. */
export const approvalLines = {
  row: ({ token, spender, ...approval }: EvmApproval): StandingApproval => ({
    id: `${token.address}-${spender.address}-${approval.token_id}-${approval.kind}`,
    kind: approval.kind,
    token: { address: token.address, ...listedToken(token) },
    isSpam: token.possible_spam,
    tokenId: approval.token_id,
    spender: { address: spender.address, ...(spender.address_label && { label: spender.address_label }) },
    value: approval.value,
    formatted: approval.value_formatted,
    usdAtRisk: approval.usd_at_risk,
    timestamp: approval.block_timestamp,
    transactionHash: approval.transaction_hash,
    risks: approval.risks,
  }),
}
