import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const foundFunction = record({
  selector: hex(),
  signature: text().nullable(),
  address: hex().describe('The contract whose code has it: the contract itself, or what it forwards to.'),
  source: z.enum(['abi', 'bytecode']),
})

const contractAbility = record({
  ability: z.enum(['pause', 'upgrade', 'mint', 'destroy']),
  answer: z
    .enum(['yes', 'not_found', 'unknown'])
    .describe('`not_found` is no proof: a contract may do the same under another name.'),
  sentence: text().describe('The answer with its evidence. Functions are between backticks.'),
  functions: z.array(foundFunction),
})

const contractRole = record({
  role: text().describe(
    '`owner`, `pending owner`, `proxy admin`, `beacon`, `beacon owner`, `proxy admin owner`, or the name of a role.',
  ),
  address: hex().describe('The zero address where ownership is renounced.'),
  label: text().nullable(),
  source: text().describe('Where it was read: a function, or a storage slot.'),
})

const contractCode = record({
  address: hex(),
  label: text().nullable(),
  role: z.enum(['own', 'implementation']),
  code_bytes: count().nullable().describe('Null if it was not read.'),
  code_hash: hex().nullable().describe('Keccak-256 of its bytecode.'),
  function_count: count()
    .nullable()
    .describe('Functions in its ABI, otherwise in its bytecode; null if neither could be read.'),
  abi_source: z
    .enum(['sourcify', 'server', 'artifacts', 'operator', 'bundled', 'given'])
    .nullable()
    .describe(
      'Who has its ABI. sourcify, server: source code was compiled and compared with its bytecode, by Sourcify or by this server. ' +
        'artifacts: build artifacts were compared with it. operator: `ABI_DIR`, which is not compared. given: somebody gave it, and it is not proven.',
    ),
  match: z
    .enum(['exact_match', 'match'])
    .nullable()
    .describe('Of verified source code: with its metadata hash, or without.'),
})

const evmContract = record({
  address: hex(),
  block_number: decimal().describe('The block after which it was read.'),
  is_contract: flag().describe('False for an address without code.'),
  codes: z.array(contractCode).describe('Its own code, then that of the contracts it forwards to.'),
  implementation_count: count().describe('Contracts that it forwards to; `codes` has at most 12 of them.'),
  proxy: text()
    .nullable()
    .describe(
      'Its kind of proxy: `eip1967`, `eip1967_beacon`, `eip1822`, `eip1167`, `eip2535`, `eip897`, `eip7702`, `safe`, `clone`, `zeppelinos` or `comptroller`. Null for other contracts, and if no node could tell.',
    ),
  standards: z.array(
    record({
      name: text(),
      title: text(),
      source: z
        .enum(['erc165', 'functions'])
        .describe('erc165: the contract says so. functions: it has all functions of the standard.'),
    }),
  ),
  roles: z.array(contractRole),
  has_unlisted_roles: flag().describe(
    'It has roles whose members it does not list; they are in its RoleGranted events.',
  ),
  abilities: z.array(contractAbility),
})

const contractCreation = record({
  address: hex(),
  block_number: decimal().nullable().describe('The block that created it; null if it is not known.'),
  block_timestamp: timestamp().nullable(),
  transaction_hash: hex()
    .nullable()
    .describe('Null if the creating call was not found, and for contracts of the genesis block.'),
  creator_address: hex().nullable().describe('The account that sent the transaction.'),
  creator_label: text().nullable(),
  factory_address: hex()
    .nullable()
    .describe('The contract that created it during the transaction; null if the transaction itself did.'),
  factory_label: text().nullable(),
  source: z
    .enum(['index', 'code_search', 'genesis'])
    .nullable()
    .describe(
      'index: an indexed transaction. code_search: halving the blocks between those with and without its code.',
    ),
  note: text().nullable().describe('Why something is missing.'),
})

const address = () => params.address().describe('The contract.')

/** What a contract is, and where it comes from. */
export const contractEndpoints = endpointsOf(evmExplorerRoot, {
  evmContract: endpoint({
    path: '/evm/contracts/:address',
    summary: 'Get contract',
    description:
      'What a contract is after the newest indexed block: its code and its ABI, what it forwards to, its standards, its owner ' +
      'and roles, and whether it can be paused, upgraded, minted or destroyed, each with the evidence.',
    tag: 'EVM explorer',
    input: z.object({ address: address(), chain: params.chain() }),
    output: evmContract,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        is_contract: true,
        codes: [
          {
            address: examples.token,
            label: null,
            role: 'own' as const,
            code_bytes: 2_048,
            code_hash: examples.blockHash,
            function_count: 12,
            abi_source: 'sourcify' as const,
            match: 'exact_match' as const,
          },
        ],
        implementation_count: 0,
        proxy: null,
        standards: [{ name: 'ERC-20', title: 'Token', source: 'functions' as const }],
        roles: [{ role: 'owner', address: examples.wallet, label: null, source: 'owner()' }],
        has_unlisted_roles: false,
        abilities: [
          {
            ability: 'pause' as const,
            answer: 'yes' as const,
            sentence: 'Can be paused: it has `pause()`. It is not paused now.',
            functions: [
              { selector: '0x8456cb59', signature: 'pause()', address: examples.token, source: 'abi' as const },
            ],
          },
        ],
      },
    },
  }),
  evmContractCreation: endpoint({
    path: '/evm/contracts/:address/creation',
    summary: 'Get creation of a contract',
    description:
      'The transaction that created a contract: from the index, otherwise by searching the first block with its code, which ' +
      'requires an archive node. The contract that created it is found where the node traces transactions.',
    tag: 'EVM explorer',
    input: z.object({ address: address(), chain: params.chain() }),
    output: contractCreation,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        block_timestamp: '2022-12-08T16:35:11.000Z',
        transaction_hash: examples.transactionHash,
        creator_address: examples.wallet,
        creator_label: null,
        factory_address: null,
        factory_label: null,
        source: 'index' as const,
        note: null,
      },
    },
  }),
})

export type EvmContract = z.output<typeof evmContract>

export type EvmContractCreation = z.output<typeof contractCreation>

const tag = 'EVM explorer'

const match = () => z.enum(['exact_match', 'match'])

const createdContract = record({
  address: hex(),
  address_label: text().nullable(),
  kind: text().nullable().describe('`ERC20`, `ERC721`, `ERC404` or `ERC1155`; null if it has emitted no token event.'),
  name: text().nullable().describe('What the token says of itself.'),
  symbol: text().nullable(),
  verified_name: text().nullable().describe('The name in the source code, if it was verified on this server.'),
  creator: hex(),
  creator_label: text().nullable(),
  transaction_hash: hex(),
  block_number: decimal(),
  block_hash: hex(),
  block_timestamp: timestamp(),
})

const verifiedContract = record({
  address: hex(),
  address_label: text().nullable(),
  name: text(),
  language: text(),
  compiler_version: text(),
  match: match().describe('`exact_match`: the metadata is the same too; `match`: only the code is.'),
  compared: z
    .enum(['runtime', 'creation', 'both'])
    .describe('The code that was compared: the deployed one, that of the creating transaction, or both.'),
  verified_at: timestamp(),
})

/** Contracts of a chain: newest ones, and those that were verified. */
export const contractListEndpoints = endpointsOf(evmExplorerRoot, {
  evmContracts: endpoint({
    path: '/evm/contracts',
    paged: 'cursor',
    summary: 'Get contracts by chain',
    description:
      'Contracts that transactions created, newest first. Contracts that other contracts created are not listed: ' +
      'they are only in traces.',
    tag,
    input: z.object({ chain: params.chain(), ...params.bounds(), ...params.paging(25) }),
    output: plainPage(createdContract),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.token,
            address_label: null,
            kind: 'ERC20',
            name: 'Harbor Coin',
            symbol: 'HBR',
            verified_name: 'HarborCoin',
            creator: examples.wallet,
            creator_label: null,
            ...{ transaction_hash: examples.transactionHash, block_number: '16141217' },
            ...{ block_hash: examples.blockHash, block_timestamp: '2022-12-08T16:35:11.000Z' },
          },
        ],
      },
    },
  }),
  evmVerifiedContracts: endpoint({
    path: '/evm/verified-contracts',
    paged: 'cursor',
    summary: 'Get verified contracts by chain',
    description:
      'Contracts whose source code was verified on this server, the last verified first. Those that only another service ' +
      'verified are not listed; the record of a contract names it.',
    tag,
    input: z.object({ chain: params.chain(), ...params.paging(25) }),
    output: plainPage(verifiedContract),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.token,
            address_label: null,
            name: 'HarborCoin',
            language: 'Solidity',
            compiler_version: '0.8.30+commit.73712a01',
            match: 'exact_match',
            compared: 'both',
            verified_at: '2022-12-08T16:35:11.000Z',
          },
        ],
      },
    },
  }),
})

export type EvmCreatedContract = z.output<typeof createdContract>
export type EvmVerifiedContract = z.output<typeof verifiedContract>
