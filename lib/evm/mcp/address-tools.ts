import { addressEndpoints } from '#lib/evm/wallet/contract.ts'
import { type McpTool, mcpTool } from '#lib/mcp/tool.ts'
import { type EvmServices, headOf, toolPlace } from './place.ts'

const getAddress = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_address',
    title: 'Address',
    description:
      'What an address is: wallet, contract, token or smart account, its label, balance and number of transactions sent, and when it was active.',
    input: addressEndpoints.evmAddress.input,
    answer: async ({ chain, address }, call) => {
      const place = await toolPlace(services, chain, call)
      const { answer } = await call.ask((context) =>
        services.explorer.evmAddress({ address, chain: place.chain }, context),
      )
      return { ...headOf(place), block: answer.block_number ?? place.block, facts: { ...answer, coin: place.symbol } }
    },
  })

export const addressTools = (services: EvmServices): readonly McpTool[] => [getAddress(services)]
