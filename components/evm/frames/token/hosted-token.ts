import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { tokenEndpoints } from '#lib/evm/token/contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** A contract's name, symbol and decimals. */
export type HostedTokenWords = Pick<EvmCollection, 'name' | 'symbol' | 'contract_type' | 'decimals'>

/** `supply` is the total supply of an ERC20 token in its smallest unit; null if the hosted service does not report it. */
export type HostedToken = HostedTokenWords & { supply?: string | null }

/** A contract according to the hosted service's records. Undefined if our own index has it. */
export const hostedTokenOf = async (
  ask: Ask,
  { chain, source }: EvmChainState,
  address: string,
): Promise<HostedToken | undefined> => {
  if (source !== 'hosted') return undefined
  const { data: nfts } = await ask(callTo(nftEndpoints.contractNfts, { chain, address, limit: 1 }))
  const nft = nfts?.result[0]
  if (nft) return { name: nft.name, symbol: nft.symbol, decimals: null, contract_type: kindOf(nft.contract_type) }
  const { data } = await ask(callTo(tokenEndpoints.tokenMetadata, { chain, addresses: [address] }))
  const [token] = data ?? []
  if (!token?.symbol || token.decimals === null) return undefined
  return {
    name: token.name,
    symbol: token.symbol,
    decimals: Number(token.decimals),
    contract_type: 'ERC20',
    supply: token.total_supply,
  }
}

const kindOf = (type: string | null): HostedTokenWords['contract_type'] =>
  type === 'ERC721' || type === 'ERC1155' ? type : null
