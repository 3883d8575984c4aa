import { toBytes, toInteger } from '#lib/base/bytes.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import { type CallAnswer, type CallsOptions, callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readText } from '#lib/evm/token-metadata/read-contracts.ts'
import type { ContractEvidence } from './rate.ts'
import type { StoredEvidence } from './read-evidence.ts'

/** Values that the contract reports; null if it did not respond. */
export type ReportedEvidence = Pick<ContractEvidence, 'reportedName' | 'reportedSymbol' | 'owners'> & {
  supply: bigint | null
}

export const nothingReported: ReportedEvidence = {
  reportedName: null,
  reportedSymbol: null,
  owners: null,
  supply: null,
}

const name: Hex = '0x06fdde03'
const symbol: Hex = '0x95d89b41'
const totalSupply: Hex = '0x18160ddd'
const ownerOf = (tokenId: string): Hex => `0x6352211e${wordOf(BigInt(tokenId))}`

/**
 * Calls each contract for name and symbol, and ERC721 contracts for their supply and the owners of a few tokens. Throws
 * the pool's ServiceErrors if the nodes fail, or the signal's reason.
 */
export const fetchEvidence = async (
  pool: NodePool,
  contracts: readonly StoredEvidence[],
  options: CallsOptions,
): Promise<ReportedEvidence[]> => {
  const questions = contracts.map(({ tokens }) => [
    name,
    symbol,
    ...(tokens ? [totalSupply, ...tokens.sample.map(({ tokenId }) => ownerOf(tokenId))] : []),
  ])
  const calls = contracts.flatMap(({ address }, index) =>
    (questions[index] ?? []).map((data) => ({ to: address, data })),
  )
  const answers = await callContracts(pool, calls, options)
  let next = 0
  return contracts.map((contract, index) => {
    const [reportedName, reportedSymbol, supply, ...owners] = answers.slice(
      next,
      next + (questions[index]?.length ?? 0),
    )
    next += questions[index]?.length ?? 0
    return {
      reportedName: reportedText(reportedName),
      reportedSymbol: reportedText(reportedSymbol),
      supply: word(supply),
      owners: contract.tokens && comparedOwners(contract.tokens.sample, owners),
    }
  })
}

/** Maximum length of an examined name. */
const bytesMax = 1_024

const reportedText = (answer: CallAnswer | undefined): string | null => {
  const bytes = answer instanceof Uint8Array ? readText(answer) : null
  return bytes && new TextDecoder().decode(bytes.subarray(0, bytesMax))
}

const word = (answer: CallAnswer | undefined): bigint | null =>
  answer instanceof Uint8Array && answer.length === 32 ? toInteger(answer) : null

/** A token that the contract denies has no owner. */
const comparedOwners = (
  sample: readonly { owner: string }[],
  answers: readonly CallAnswer[],
): ContractEvidence['owners'] => {
  let checked = 0
  let differing = 0
  for (const [index, { owner }] of sample.entries()) {
    const answer = answers[index]
    if (answer === undefined || answer === 'failed') continue
    checked += 1
    const isSame = answer instanceof Uint8Array && answer.length === 32 && isAddress(answer, owner)
    if (!isSame) differing += 1
  }
  return checked === 0 ? null : { checked, differing }
}

const isAddress = (answer: Uint8Array, owner: string): boolean =>
  Buffer.compare(answer.subarray(12), toBytes(owner)) === 0
