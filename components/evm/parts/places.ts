import { ServiceError } from '#lib/api/errors.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import type { PageAt } from '#lib/pages/page-definition.ts'
import { chainOf } from './chain-of.ts'

/*
 * Parse the path segments of EVM pages into canonical form. Each throws ServiceError `not_found` for a segment that
 * cannot be valid.
 */

type OnChain = { state: EvmChainState; chain: string }

const readPart = (part: string | undefined, pattern: RegExp, what: string): string => {
  if (part === undefined || !pattern.test(part)) throw new ServiceError('not_found', `There is no such ${what}.`)
  return part.toLowerCase()
}

export const chainPlace = async ({ parameters, ask }: PageAt): Promise<OnChain> => {
  const state = await chainOf(ask, parameters.chain ?? '')
  return { state, chain: state.chain }
}

export const addressPart = ({ parameters }: Pick<PageAt, 'parameters'>): string => {
  const address = walletAddress(parameters.address ?? '')
  if (address === undefined) throw new ServiceError('not_found', 'There is no such address.')
  return address
}

export const addressPlace = async (at: PageAt): Promise<OnChain & { address: string }> => {
  const address = addressPart(at)
  return { ...(await chainPlace(at)), address }
}

export const transactionPlace = async (at: PageAt): Promise<OnChain & { hash: string }> => {
  const hash = readPart(at.parameters.hash, /^0x[0-9a-f]{64}$/i, 'transaction')
  return { ...(await chainPlace(at)), hash }
}

export const blockPlace = async (at: PageAt): Promise<OnChain & { block: string }> => {
  const block = readPart(at.parameters.block, /^(\d{1,15}|0x[0-9a-f]{64})$/i, 'block')
  return { ...(await chainPlace(at)), block }
}

export const nftPlace = async (at: PageAt): Promise<OnChain & { address: string; tokenId: string }> => {
  const tokenId = readPart(at.parameters.tokenId, /^(\d{1,78}|0x[0-9a-f]{1,64})$/i, 'NFT')
  return { ...(await addressPlace(at)), tokenId }
}
