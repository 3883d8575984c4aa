import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { record } from '#lib/api/record.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainVersion } from './solc-versions.ts'
import {
  type CompilerMetadata,
  type ContractName,
  compilerMetadata,
  parseContractName,
  type StandardJson,
  standardJson,
} from './standard-json.ts'

/** The first fault of a document, as a clause that follows the name of its parameter. */
const faultOf = ({ issues: [issue] }: z.ZodError): Fault => {
  const place = (issue?.path ?? []).join('.').slice(0, 200)
  return new Fault(`is not valid${place === '' ? '' : ` at ${place}`} (${issue?.message ?? 'unreadable'})`)
}

/** Standard JSON input, as an object. */
const standardJsonInput = () =>
  parameter<unknown, StandardJson>(
    { type: 'object', accepts: 'the standard JSON input of the Solidity compiler', json: { type: 'object' } },
    (raw) => {
      const parsed = standardJson.safeParse(raw)
      return parsed.success ? parsed.data : faultOf(parsed.error)
    },
  )

/** `v0.8.30+commit.73712a01`, with or without the `v` and the commit. */
const compilerVersion = () =>
  parameters.matching({
    type: 'version',
    accepts: 'a version such as 0.8.30+commit.73712a01',
    pattern: '^v?[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}',
    fault: 'is not a compiler version',
    read: (text) => plainVersion(text) ?? text.slice(0, 60),
  })

const parsedName = z.object({ file: z.string(), name: z.string() })

/** `src/Token.sol:Token`. */
const contractIdentifier = () =>
  parameter<unknown, ContractName>(
    { type: 'text', accepts: 'a file and a contract such as src/Token.sol:Token', json: { type: 'string' } },
    (raw) => {
      const name = typeof raw === 'string' ? parseContractName(raw) : parsedName.safeParse(raw).data
      return name ?? new Fault('does not name a contract of a file')
    },
  )

/** An EIP-155 id in decimal. */
const chainId = () => parameters.integer({ min: 1 }).describe('EIP-155 id of the chain.')

const tag = 'Verification'
const address = '0x06012c8cf97bead5deae237070f9587f8e7a266d'
const verificationId = '1-72d12273-0723-448e-a9f6-f7957128efa5'
const match = z.enum(['exact_match', 'match']).nullable()

const matches = {
  match,
  creationMatch: match,
  runtimeMatch: match,
  chainId: z.string(),
  address: z.string(),
}
const noMatch = { match: null, creationMatch: null, runtimeMatch: null, chainId: '1', address }

const queuePosition = z
  .number()
  .int()
  .describe(
    '1 for the verification that runs, or runs next. It may grow: one with a key or smaller sources goes ahead.',
  )

const files = () =>
  parameter<unknown, Record<string, string>>(
    { type: 'object', accepts: 'the texts of the source files by their paths', json: { type: 'object' } },
    (raw) => {
      const parsed = z.record(z.string(), z.string()).safeParse(raw)
      return parsed.success ? parsed.data : faultOf(parsed.error)
    },
  )

const metadata = () =>
  parameter<unknown, CompilerMetadata>(
    { type: 'object', accepts: 'the metadata of the Solidity compiler', json: { type: 'object' } },
    (raw) => {
      const parsed = compilerMetadata.safeParse(raw)
      return parsed.success ? parsed.data : faultOf(parsed.error)
    },
  )

const fields = (text: string) =>
  parameter<string, string>(
    { type: 'text', accepts: 'names of fields, separated by commas', json: { type: 'string' } },
    (raw) => (typeof raw === 'string' && /^[\w.,]{1,1000}$/.test(raw) ? raw : new Fault('is not a list of fields')),
  )
    .optional()
    .describe(text)

const creationTransactionHash = () =>
  parameters
    .transactionHash()
    .optional()
    .describe('The transaction that created the contract, if it is older than the index.')

/** The part of Sourcify's API, version 2, that build tools use. @see https://docs.sourcify.dev/docs/api */
export const sourcifyApi = {
  verifyStandardJson: endpoint({
    method: 'POST',
    path: '/v2/verify/:chainId/:address',
    success: 202,
    summary: 'Verify a contract',
    description:
      'Compiles standard JSON input and compares the result with the code on the chain, one contract of a chain at a time. Callers ' +
      'take turns, those with a key first and small sources before large ones. A visitor may have 3 in the queue of a chain, a key ' +
      '10; more are refused with 429 until one is finished.',
    tag,
    input: z.object({
      chainId: chainId(),
      address: params.address(),
      stdJsonInput: standardJsonInput(),
      compilerVersion: compilerVersion(),
      contractIdentifier: contractIdentifier(),
      creationTransactionHash: creationTransactionHash(),
    }),
    output: record({ verificationId: z.string(), queuePosition }),
    example: {
      input: {
        chainId: 1,
        address,
        stdJsonInput: { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' } }, settings: {} },
        compilerVersion: '0.8.30+commit.73712a01',
        contractIdentifier: 'A.sol:A',
      },
      output: { verificationId, queuePosition: 1 },
    },
  }),
  verifyMetadata: endpoint({
    method: 'POST',
    path: '/v2/verify/metadata/:chainId/:address',
    success: 202,
    summary: 'Verify a contract by its metadata',
    description: 'The same with the metadata file of the compiler, which contains the settings, and the sources.',
    tag,
    input: z.object({
      chainId: chainId(),
      address: params.address(),
      sources: files(),
      metadata: metadata(),
      creationTransactionHash: creationTransactionHash(),
    }),
    output: record({ verificationId: z.string(), queuePosition }),
    example: {
      input: {
        chainId: 1,
        address,
        sources: { 'A.sol': 'contract A {}' },
        metadata: {
          compiler: { version: '0.8.30+commit.73712a01' },
          language: 'Solidity',
          sources: { 'A.sol': { keccak256: `0x${'00'.repeat(32)}` } },
          settings: { compilationTarget: { 'A.sol': 'A' } },
        },
      },
      output: { verificationId, queuePosition: 1 },
    },
  }),
  verification: endpoint({
    path: '/v2/verify/:verificationId',
    summary: 'Get a verification',
    description: 'Whether it is finished, and its result.',
    tag,
    input: z.object({ verificationId: parameters.text({ max: 100 }) }),
    output: record({
      isJobCompleted: z.boolean(),
      verificationId: z.string(),
      jobStartTime: z.string(),
      queuePosition: queuePosition.optional(),
      jobFinishTime: z.string().optional(),
      contract: record({ ...matches, verifiedAt: z.string().optional() }),
      error: record({ customCode: z.string(), message: z.string(), errorId: z.string() }).optional(),
    }),
    example: {
      input: { verificationId },
      output: {
        isJobCompleted: false,
        verificationId,
        jobStartTime: '2026-11-23T08:00:00.000Z',
        queuePosition: 2,
        contract: noMatch,
      },
    },
  }),
  contract: endpoint({
    path: '/v2/contract/:chainId/:address',
    summary: 'Get a verified contract',
    description: 'How it matches; with `fields`, its sources, ABI, compiler settings and more.',
    tag,
    input: z.object({
      chainId: chainId(),
      address: params.address(),
      fields: fields('Fields to add, such as `abi,sources,compilation.compilerVersion`, or `all`.'),
      omit: fields('Fields to leave out of `all`.'),
    }),
    output: record({ ...matches, verifiedAt: z.string().optional() }),
    example: { input: { chainId: 1, address }, output: { ...noMatch, match: 'exact_match' as const } },
  }),
} satisfies Api
