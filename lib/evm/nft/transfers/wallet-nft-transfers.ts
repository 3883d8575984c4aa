import type { Input, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { nftEndpoints } from '#lib/evm/nft/contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { IndexColumn } from '#lib/evm/query/ranges/index-range.ts'
import { hasOneOf } from '#lib/evm/query/ranges/range-plans.ts'
import { listNftTransfers } from './nft-transfer-list.ts'

type WalletInput = Input<(typeof nftEndpoints)['walletNftTransfers']>

/** The NFT transfers from or to a wallet, of all or of some contracts. */
export const walletNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof nftEndpoints>['walletNftTransfers'] =>
  async (input, call) => {
    const { address, direction, contract_addresses } = input
    const contracts = contract_addresses?.length ? [...new Set(contract_addresses)].map(toBytes) : undefined
    const conditions = [
      hasOneOf(sidesOf(direction), [toBytes(address)]),
      ...(contracts ? [hasOneOf(['token_address'], contracts)] : []),
    ]
    const filters = { address, direction, contract_addresses }
    const listed = { route: 'walletNftTransfers', filters, contracts: contract_addresses, conditions }
    return await listNftTransfers(context, context.served.resolve(input.chain), listed, { input, call })
  }

const sidesOf = (direction: WalletInput['direction']): IndexColumn[] => {
  if (direction === 'both') return ['from_address', 'to_address']
  return [direction === 'from' ? 'from_address' : 'to_address']
}
