import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const matchKind = z.enum(['exact_match', 'match']).nullable()

const contractSources = record({
  by: z
    .enum(['sourcify', 'server', 'artifacts'])
    .describe('Who compared the sources with the code: Sourcify, this server, or this server by build artifacts.'),
  verified_through: z
    .enum(['sourcify', 'etherscan', 'page'])
    .nullable()
    .describe('The interface through which they came to this server.'),
  verified_at: timestamp().nullable(),
  runtime_match: matchKind.describe('Of the deployed code: with the metadata hash, or without.'),
  creation_match: matchKind.describe('Of the code that created it; null if it was not compared.'),
  name: text(),
  file: text().describe('The file that declares it.'),
  language: text(),
  compiler_version: text(),
  optimizer_enabled: flag().nullable(),
  optimizer_runs: count().nullable(),
  evm_version: text().nullable().describe('Null for the default of the compiler.'),
  via_ir: flag().nullable(),
  license: text().nullable().describe('The SPDX identifier in the file that declares it.'),
  settings: text().describe('Settings of the compiler, as JSON.'),
  libraries: z.array(record({ name: text(), address: text() })),
  constructor_arguments: hex().nullable().describe('ABI-encoded; null if the creation code was not compared.'),
  constructor_params: z
    .array(record({ name: text(), type: text(), value: text() }))
    .nullable()
    .describe('The same, decoded.'),
  files: z.array(record({ path: text(), bytes: count(), lines: count() })),
})

const giver = z.enum(['visitor', 'key', 'operator'])

export const givenAbi = record({
  by: giver.describe(
    'visitor: by the form of this site. key: with an API key of an account. operator: of this server.',
  ),
  at: timestamp(),
  function_count: count().describe(
    'Functions of it that are in the bytecode, or all where the bytecode does not tell.',
  ),
})

const contractCodeRecord = record({
  address: hex(),
  block_number: decimal().describe('The block after which it was read.'),
  code: hex().describe('The deployed bytecode; `0x` for an address without code.'),
  code_bytes: count(),
  code_hash: hex().describe('Keccak-256 of the deployed bytecode.'),
  metadata: record({
    solc: text().nullable().describe('The version of Solidity that it names.'),
    hash_kind: z.enum(['ipfs', 'bzzr0', 'bzzr1']).nullable(),
    hash: text().nullable().describe('Of the metadata: a CID for IPFS, otherwise hex.'),
  })
    .nullable()
    .describe('What the compiler appended to the bytecode; null if it appended nothing that can be read.'),
  proxy: text().nullable().describe('Its kind of proxy, as in the endpoint of the contract.'),
  implementations: z.array(hex()).describe('Contracts that it forwards to, 12 at most.'),
  abi_source: z.enum(['sourcify', 'server', 'artifacts', 'operator', 'bundled', 'given']).nullable(),
  abi: text().nullable().describe('JSON, indented; null if it is not known.'),
  abi_given_by: giver
    .nullable()
    .describe('Where `abi_source` is `given`: who gave the ABI. It is not proven: names and types may be wrong.'),
  abi_given_at: timestamp().nullable(),
  accepts_abi: z.boolean().describe('Whether this server takes an ABI for it from anyone.'),
  sources: contractSources.nullable().describe('Null if they are not known here.'),
})

const contractCreationCode = record({
  address: hex(),
  transaction_hash: hex().nullable().describe('The transaction that created it; null if it is not known.'),
  factory_address: hex().nullable().describe('The contract that created it during the transaction.'),
  source: z
    .enum(['transaction', 'trace'])
    .nullable()
    .describe('transaction: the input of the transaction. trace: the call of the factory, as the node traced it.'),
  code: hex().nullable().describe('Creation code and constructor arguments; null if they are not known.'),
  code_bytes: count().nullable(),
  constructor_arguments: hex()
    .nullable()
    .describe('The end of `code`, ABI-encoded; null if no verified sources tell it from the code.'),
  constructor_params: z.array(record({ name: text(), type: text(), value: text() })).nullable(),
  note: text().nullable().describe('Why something is missing.'),
})

const sourceFileRecord = record({
  address: hex(),
  path: text(),
  language: text(),
  license: text().nullable(),
  bytes: count(),
  lines: count(),
  imports: z
    .array(
      record({
        line: count().describe('From 1.'),
        path: text().describe('As written.'),
        file: text().describe('The file of these sources that it names.'),
      }),
    )
    .describe('Imports of files that are among the sources.'),
  text: text(),
})

const contractInstructions = record({
  address: hex(),
  block_number: decimal().describe('The block after which it was read.'),
  instruction_count: count().describe('Of the whole code.'),
  first_index: count().describe('The place of the first returned instruction in the whole code, from 0.'),
  next_offset: count().nullable().describe('`from_offset` of the next part; null at the end of the code.'),
  result: z.array(
    record({
      offset: count().describe('In bytes, from the start of the code.'),
      name: text().describe('`PUSH1`; the byte in hex if no instruction has it.'),
      value: hex().nullable().describe('The bytes that a PUSH puts on the stack.'),
    }),
  ),
})

const instructionsMax = 1_000

const address = () => params.address().describe('The contract.')
const file = 'src/Token.sol'

/** The source code of contracts, and their bytecode. */
export const contractSourceEndpoints = endpointsOf(evmExplorerRoot, {
  evmContractCode: endpoint({
    path: '/evm/contracts/:address/code',
    summary: 'Get code of a contract',
    description:
      'The deployed bytecode at an address after the newest indexed block, the ABI, and what its sources were compiled with, where ' +
      'they are known. For a proxy this is its own code: ask again for its implementations.',
    tag: 'EVM explorer',
    input: z.object({ address: address(), chain: params.chain() }),
    output: contractCodeRecord,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        code: '0x6080604052',
        code_bytes: 5,
        code_hash: examples.blockHash,
        metadata: {
          solc: '0.8.30',
          hash_kind: 'ipfs' as const,
          hash: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
        },
        proxy: null,
        implementations: [],
        abi_source: 'server' as const,
        abi: '[\n  {\n    "type": "fallback",\n    "stateMutability": "payable"\n  }\n]',
        abi_given_by: null,
        accepts_abi: false,
        abi_given_at: null,
        sources: {
          by: 'server' as const,
          verified_through: 'sourcify' as const,
          verified_at: '2022-12-08T16:35:11.000Z',
          runtime_match: 'exact_match' as const,
          creation_match: 'exact_match' as const,
          name: 'Token',
          file,
          language: 'Solidity',
          compiler_version: '0.8.30+commit.73712a01',
          optimizer_enabled: true,
          optimizer_runs: 200,
          evm_version: 'prague',
          via_ir: false,
          license: 'MIT',
          settings: '{"optimizer":{"enabled":true,"runs":200},"evmVersion":"prague"}',
          libraries: [{ name: 'src/Sums.sol:Sums', address: examples.collection }],
          constructor_arguments: `0x${wordOf(7)}`,
          constructor_params: [{ name: 'supply', type: 'uint256', value: '7' }],
          files: [{ path: file, bytes: 53, lines: 3 }],
        },
      },
    },
  }),
  evmContractCreationCode: endpoint({
    path: '/evm/contracts/:address/creation-code',
    summary: 'Get creation code of a contract',
    description:
      'The code that created a contract, from the input of its transaction or, where another contract created it, from a trace of the ' +
      'node; and the arguments of its constructor, where its sources are verified.',
    tag: 'EVM explorer',
    input: z.object({ address: address(), chain: params.chain() }),
    output: contractCreationCode,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        transaction_hash: examples.transactionHash,
        factory_address: null,
        source: 'transaction' as const,
        code: `0x6080604052${wordOf(7)}`,
        code_bytes: 37,
        constructor_arguments: `0x${wordOf(7)}`,
        constructor_params: [{ name: 'supply', type: 'uint256', value: '7' }],
        note: null,
      },
    },
  }),
  evmContractSource: endpoint({
    path: '/evm/contracts/:address/source',
    summary: 'Get source file of a contract',
    description: 'One file of the source code of a contract whose sources are known here.',
    tag: 'EVM explorer',
    input: z.object({
      address: address(),
      file: parameters
        .text({ max: 512 })
        .optional()
        .describe('Path of the file. Default: the file that declares the contract.'),
      chain: params.chain(),
    }),
    output: sourceFileRecord,
    example: {
      input: { address: examples.token, file, chain: 'eth' },
      output: {
        address: examples.token,
        path: file,
        language: 'Solidity',
        license: 'MIT',
        bytes: 53,
        lines: 3,
        imports: [{ line: 2, path: './Sums.sol', file: 'src/Sums.sol' }],
        text: '// SPDX-License-Identifier: MIT\nimport "./Sums.sol";\n',
      },
    },
  }),
  evmContractInstructions: endpoint({
    path: '/evm/contracts/:address/instructions',
    summary: 'Get disassembled code of a contract',
    description:
      'The instructions of the deployed bytecode in its order. Constants and metadata, which are never run, come out as ' +
      'instructions too.',
    tag: 'EVM explorer',
    input: z.object({
      address: address(),
      from_offset: parameters.integer().default(0).describe('The first instruction at this byte or after it.'),
      limit: parameters
        .integer({ min: 1, max: instructionsMax })
        .default(instructionsMax)
        .describe('Instructions to return.'),
      chain: params.chain(),
    }),
    output: contractInstructions,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        instruction_count: 3,
        first_index: 0,
        next_offset: null,
        result: [{ offset: 0, name: 'PUSH1', value: '0x80' }],
      },
    },
  }),
})

export type EvmContractCreationCode = z.output<typeof contractCreationCode>

export type EvmContractCode = z.output<typeof contractCodeRecord>

export type EvmSourceFile = z.output<typeof sourceFileRecord>

export type EvmContractInstructions = z.output<typeof contractInstructions>
