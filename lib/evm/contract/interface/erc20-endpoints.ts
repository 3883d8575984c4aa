import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { plainPage } from '#lib/evm/contract/records/envelopes.ts'
import { erc20Burn, erc20Event } from '#lib/evm/contract/records/erc20.ts'
import { evmRoutes } from './routes.ts'

const tag = 'ERC20'
const input = () =>
  z.object({
    chain: params.chain(),
    ...params.blockBounds(),
    ...params.erc20Lists(),
    ...params.paging(),
  })

const order =
  'Newest first (block, transaction index, log index), for all tokens or filtered by the four lists of contracts and ' +
  'wallets (100 each). One request scans a bounded number of records: if few of them pass the filters, a page may be ' +
  'short or empty and still have a cursor, which continues from there; the list ends when the cursor is null. The ' +
  'interface marks this endpoint as deprecated; this server keeps supporting it.'
const exampleInput = {
  chain: 'eth',
  contract_addresses: [examples.token],
  wallet_addresses: [examples.wallet],
  limit: 100,
}
const { to_wallet: _, to_wallet_label: __, ...burn } = examples.erc20Event

/** E8, E10, E11. */
export const erc20Endpoints = {
  erc20Burns: endpoint(evmRoutes.erc20Burns, {
    isKept: true,
    summary: 'Get ERC20 burns',
    description: `Tokens sent to the zero address. ${order}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Burn),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [burn] } },
  }),
  erc20Transfers: endpoint(evmRoutes.erc20Transfers, {
    isKept: true,
    summary: 'Get ERC20 transfers',
    description: `ERC20 transfers, including mints and burns. ${order}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Event),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [examples.erc20Event] } },
  }),
  erc20Approvals: endpoint(evmRoutes.erc20Approvals, {
    isKept: true,
    summary: 'Get ERC20 approvals',
    description: `Allowances granted by owners (\`from_wallet\`) to spenders (\`to_wallet\`). ${order}`,
    tag,
    deprecated: true,
    input: input(),
    output: plainPage(erc20Event),
    example: { input: exampleInput, output: { cursor: examples.nextCursor, result: [examples.erc20Event] } },
  }),
} satisfies Api
