import type { ContractKind } from '#lib/evm/token-tables.ts'

/** What the rules judge a contract by. What could not be learnt is null: no rule finds anything in it. */
export type ContractEvidence = {
  address: string
  kind: ContractKind | null
  /** As they are kept and shown: without what is invisible. */
  name: string | null
  symbol: string | null
  /** As the contract says them, controls and all. */
  toldName: string | null
  toldSymbol: string | null
  /** Of some tokens, from their documents. */
  tokenNames: readonly string[]
  transfers: TransferEvidence
  /** A token that people trust, at another address, of the same name or symbol to the eye. */
  lookAlike: { title: string; by: 'name' | 'symbol' } | null
  /** Of tokens asked: how many the contract gives another owner than its events do. */
  owners: { asked: number; differing: number } | null
  supply: SupplyEvidence | null
}

/** What the newest transfers of a contract show. The zero address is no receiver. */
export type TransferEvidence = {
  /** They are all that are known. */
  isWhole: boolean
  /** From the oldest of them to the newest block. */
  days: number
  /** The most receivers that one transaction had. */
  receiversAtOnce: number
  receivers: number
  /** Receivers that sent nothing since they received. */
  silentReceivers: number
  /** Well-known addresses to which something was minted. */
  famousReceivers: number
}

/** Of an ERC721 contract that is indexed whole: what `totalSupply()` says, and how many tokens have an owner. */
type SupplyEvidence = {
  told: bigint
  known: number
  /** There are no more than `known`. */
  isCountWhole: boolean
}

/** Why a contract may be spam, in words for people; the weights of all of them add up to its score. */
export type Reason = { rule: string; weight: number; text: string }

export type Rule = (evidence: ContractEvidence) => Reason | null
