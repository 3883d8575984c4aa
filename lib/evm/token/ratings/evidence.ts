import type { ContractKind } from '#lib/evm/chain/tables/token-tables.ts'

/** The input of the rules. Unknown values are null: rules ignore them. */
export type ContractEvidence = {
  address: string
  kind: ContractKind | null
  /** As stored and shown: without invisible characters. */
  name: string | null
  symbol: string | null
  /** As reported by the contract, with control characters. */
  reportedName: string | null
  reportedSymbol: string | null
  /** Names of some tokens, from their documents. */
  tokenNames: readonly string[]
  transfers: TransferEvidence
  /** A trusted token at another address with a visually identical name or symbol. */
  lookAlike: { title: string; address: string; by: 'name' | 'symbol' } | null
  /** Of the checked tokens: how many have a different owner in the contract than in its events. */
  owners: { checked: number; differing: number } | null
  supply: SupplyEvidence | null
}

/** Facts about a contract's newest transfers. The zero address is not a recipient. */
export type TransferEvidence = {
  /** Whether these are all known transfers. */
  isWhole: boolean
  /** From the oldest of them to the newest block. */
  days: number
  /** The maximum number of receivers in one transaction. */
  receiversAtOnce: number
  receivers: number
  /** Receivers that sent nothing since. */
  silentReceivers: number
  /** Well-known addresses to which something was minted. */
  famousReceivers: number
}

/** For a fully indexed ERC721 contract: its `totalSupply()`, and how many tokens have an owner. */
type SupplyEvidence = {
  reported: bigint
  known: number
  /** Whether `known` is the exact number. */
  isCountWhole: boolean
}

/** Why a contract may be spam, as text for users; the score is the sum of the weights. */
export type Reason = {
  rule: string
  weight: number
  text: string
  /** The address of the token that it resembles. */
  imitates?: string
}

export type Rule = (evidence: ContractEvidence) => Reason | null
