import { evmCall } from '#components/evm/parts/evm-calls.ts'
import type { EvmChainState, EvmCollection } from '#lib/evm/contract/explorer/api.ts'
import type { Ask } from '#lib/pages/question.ts'

/** A contract's name and symbol. */
export type TokenWords = Pick<EvmCollection, 'name' | 'symbol' | 'contract_type'>

/** A contract according to the hosted service's records. Undefined if our own index has it. */
export const hostedTokenOf = async (
  ask: Ask,
  { chain, source }: EvmChainState,
  address: string,
): Promise<TokenWords | undefined> => {
  if (source !== 'hosted') return undefined
  const { data: nfts } = await ask(evmCall('contractNfts', { chain, address, limit: 1 }))
  const nft = nfts?.result[0]
  if (nft) return { name: nft.name, symbol: nft.symbol, contract_type: kindOf(nft.contract_type) }
  const { data: transfers } = await ask(evmCall('erc20Transfers', { chain, contract_addresses: [address], limit: 1 }))
  const event = transfers?.result[0]
  return event && { name: event.token_name, symbol: event.token_symbol, contract_type: 'ERC20' }
}

const kindOf = (type: string | null): TokenWords['contract_type'] =>
  type === 'ERC721' || type === 'ERC1155' ? type : null
