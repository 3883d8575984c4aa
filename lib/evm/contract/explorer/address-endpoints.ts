import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

export const evmAddress = record({
  address: hex(),
  label: text().nullable().describe('Its name, where it is well-known or the operator named it.'),
  kind: z
    .enum(['wallet', 'contract', 'token', 'smart_account'])
    .nullable()
    .describe('Null if no node could read its code and no indexed block shows it.'),
  contract_type: z
    .enum(['ERC20', 'ERC721', 'ERC404', 'ERC1155'])
    .nullable()
    .describe('Of token contracts. `ERC404`: its units are an ERC20 token, its NFTs an ERC721 collection.'),
  account: z
    .enum(['eip7702', 'erc4337', 'safe'])
    .nullable()
    .describe(
      'Of smart accounts. eip7702: an account that runs the code of `delegate`. erc4337: an EntryPoint has executed an ' +
        'operation of it, or it names one as its own. safe: a proxy of a Safe.',
    ),
  user_operation_role: z
    .enum(['account', 'paymaster', 'factory'])
    .nullable()
    .describe(
      'Its part in ERC-4337 operations. paymaster: it names an EntryPoint, and has no nonce there. factory: its bytecode has ' +
        '`createAccount(address,uint256)`. Null says nothing: other factories and paymasters are not recognised.',
    ),
  delegate: hex().nullable().describe('The contract that an account delegates to, by EIP-7702.'),
  delegate_label: text().nullable(),
  forwards_to: hex()
    .nullable()
    .describe(
      'Where native coin sent to a delegated account goes in the same transaction, as simulated after the block. Null if it stays, ' +
        'or if no node could simulate it.',
    ),
  code_bytes: count().nullable().describe('Size of its code; null if no node could read it.'),
  balance: decimal().nullable().describe('Of the native coin, in its smallest unit; null if no node could read it.'),
  nonce: decimal()
    .nullable()
    .describe('How many transactions it has sent, or contracts it has created; null if no node could read it.'),
  block_number: decimal().nullable().describe('The block after which the code, balance and nonce were read.'),
})

/** The kind of an address. */
export const addressEndpoints = {
  evmAddress: endpoint(evmExplorerRoutes.evmAddress, {
    summary: 'Get kind, balance and nonce of an address',
    description:
      'Whether an address is a wallet, a contract, a token or a smart account: by its code after the newest indexed block, and by ' +
      'the token events that it emitted in indexed blocks. With its balance and nonce after that block.',
    tag: 'EVM explorer',
    input: z.object({ address: params.address().describe('The wallet or contract.'), chain: params.chain() }),
    output: evmAddress,
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: {
        address: examples.wallet,
        label: null,
        kind: 'smart_account' as const,
        contract_type: null,
        account: 'eip7702' as const,
        user_operation_role: 'account' as const,
        delegate: examples.collection,
        delegate_label: null,
        forwards_to: examples.wallet,
        code_bytes: 23,
        balance: '2500000000000000000',
        nonce: '327',
        block_number: '16141217',
      },
    },
  }),
} satisfies Api

export type EvmAddress = z.output<typeof evmAddress>
