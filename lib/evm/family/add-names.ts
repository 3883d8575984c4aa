import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { FamilyBase } from '#lib/config/family.ts'
import { demoNames } from '#lib/demo/evm/names.ts'
import { type ContractAt, declarationOf, type KnownAbis } from '#lib/evm/abi/abi-index.ts'
import { decodeCall, findCall } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import type {
  DecodedLog,
  DecodedTransaction,
  NamedMethod,
  NativeTransaction,
} from '#lib/evm/api/records/transactions.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createCcipRead } from '#lib/evm/ens/ccip-read.ts'
import { mainnetEns } from '#lib/evm/ens/ens-contracts.ts'
import { createEnsReader, type EnsReader } from '#lib/evm/ens/ens-reader.ts'
import { createStoredNames } from '#lib/evm/ens/stored-names.ts'
import { createListedNames, createWalletNames } from '#lib/evm/ens/wallet-names.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmApi } from '#lib/evm/interface-api.ts'
import type { KnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { nestedCalls } from '#lib/evm/signatures/nested-calls.ts'
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts'
import { type EvmSource, servedDemoChainId } from './sources.ts'

/** About 100 bytes each. */
const rowsMax = 200_000
const gatewaysAtOnce = 8

/** ENS names by the Ethereum node of the operator, or the invented ones of the demo ledger. Undefined without either. */
export const createNames = (base: FamilyBase, nodes: readonly EvmSource[]) => {
  const { config, stores, log } = base
  const { demo, outside, families } = config
  const chain = nodes.find(({ chain }) => chain === (demo ? 'demo' : 'eth'))
  if (!chain || families.evm.ens === 'off') return undefined
  const outbound: Outbound | undefined =
    demo || families.evm.ens === 'onchain'
      ? undefined
      : createOutbound({ allow: outside.outboundAllow, concurrency: gatewaysAtOnce, concurrencyPerHost: 2 })
  const reader: EnsReader = demo
    ? createListedNames(chain.pool, demoNames)
    : createEnsReader(chain.pool, { contracts: mainnetEns, ccipRead: outbound && createCcipRead(outbound) })
  const chainId = demo ? servedDemoChainId : (chain.expectedId ?? 0)
  const names = createWalletNames({
    reader,
    stored: createStoredNames(stores.of(chain.chain).withTables<EvmTables>(), chainId, rowsMax),
    log,
  })
  return {
    ...names,
    close: async () => {
      await names.close()
      await outbound?.close()
    },
  }
}

type NameSources = {
  signatures: KnownSignatures
  /** Verified ABIs of contracts on a chain that are known without delay. Undefined if a source has none. */
  abisOf?: (chain: string | undefined, contracts: readonly ContractAt[]) => Promise<KnownAbis>
  /** ABIs that people gave, which count as guesses. */
  givenOf?: NameSources['abisOf']
}

type Page<Row> = { result: Row[] }
type Names = { names?: boolean | undefined; chain?: string | undefined }

/**
 * Adds names to the responses of a source of the interface with `names=true`: a list gets the method of each call, a
 * decoded transaction gets guesses for its call and its events. The source itself never gets this parameter.
 */
export const withNames = (service: Partial<Service<EvmApi>>, sources: NameSources): Partial<Service<EvmApi>> => {
  const { walletTransactions, walletHistory, transactionVerbose } = service
  return {
    ...service,
    ...(walletTransactions && {
      walletTransactions: async (input: Input<EvmApi['walletTransactions']>, call?: CallContext) =>
        await listed(sources, input, await walletTransactions(unnamed(input), call)),
    }),
    ...(walletHistory && {
      walletHistory: async (input: Input<EvmApi['walletHistory']>, call?: CallContext) =>
        await listed(sources, input, await walletHistory(unnamed(input), call)),
    }),
    ...(transactionVerbose && {
      transactionVerbose: async (input: Input<EvmApi['transactionVerbose']>, call?: CallContext) => {
        const transaction = await transactionVerbose(unnamed(input), call)
        if (!input.names) return transaction
        const [given] = await Promise.all([
          sources.givenOf?.(input.chain, contractsIn(transaction)),
          sources.signatures.learn(hashesOf([transaction], transaction.logs)),
        ])
        const named = guessed(sources.signatures, given, transaction)
        return { ...named, ...(await nestedIn(sources, input.chain, named, given)) }
      },
    }),
  }
}

/** Lists of our own: each call is named. */
export const withListedNames = <
  Lists extends Pick<Service<EvmExplorerApi>, 'evmTransactions' | 'evmBlockTransactions'>,
>(
  service: Lists,
  sources: NameSources,
): Lists => ({
  ...service,
  evmTransactions: async (input, call) =>
    await listed(sources, { ...input, names: true }, await service.evmTransactions(input, call)),
  evmBlockTransactions: async (input, call) =>
    await listed(sources, { ...input, names: true }, await service.evmBlockTransactions(input, call)),
})

const unnamed = <Asked extends Names>(input: Asked): Asked => ({ ...input, names: undefined })

/** A call as lists return it. */
type ListedCall = Pick<NativeTransaction, 'to_address' | 'input' | 'block_number' | 'method'>

const listed = async <Row extends ListedCall, Answer extends Page<Row>>(
  { signatures, abisOf, givenOf }: NameSources,
  { names, chain }: Names,
  page: Answer,
): Promise<Answer> => {
  if (!names) return page
  const [known] = await Promise.all([
    abisOf?.(chain, contractsOf(page.result)),
    signatures.learn(hashesOf(page.result, [])),
  ])
  // After `abisOf`, which learns what proxies forward to.
  const given = await givenOf?.(chain, contractsOf(page.result))
  return { ...page, result: page.result.map((row) => ({ ...row, method: methodOf(row, signatures, known, given) })) }
}

const selectorLength = 10

/** The selectors of calls and the topics of logs that are not decoded yet. */
const hashesOf = (
  calls: readonly Pick<DecodedTransaction, 'to_address' | 'input' | 'decoded_call'>[],
  logs: readonly DecodedLog[],
): Hex[] =>
  [
    ...calls.map(({ to_address, input, decoded_call }) =>
      to_address === null || decoded_call || input.length < selectorLength ? null : input.slice(0, selectorLength),
    ),
    ...logs.map(({ topic0, decoded_event }) => (decoded_event ? null : topic0)),
  ].filter((hash) => hash !== null && isHex(hash))

const contractsOf = (rows: readonly ListedCall[]): ContractAt[] =>
  rows.flatMap(({ to_address, input, block_number }) =>
    to_address !== null && isHex(to_address) && input.length >= selectorLength
      ? [{ address: to_address, block: Number(block_number) }]
      : [],
  )

const methodOf = (
  { to_address, input, block_number }: ListedCall,
  signatures: KnownSignatures,
  known: KnownAbis | undefined,
  given: KnownAbis | undefined,
): NamedMethod | null => {
  if (to_address === null || input.length < selectorLength) return null
  const bytes = toBytes(input)
  const contract = isHex(to_address) ? { address: to_address, block: Number(block_number) } : undefined
  const verified = contract && decodeCall(known?.(contract) ?? [], bytes)
  if (verified) return { label: verified.label, signature: verified.signature, source: 'abi' }
  const guess = (contract && decodeCall(given?.(contract) ?? [], bytes)) ?? signatures.guessMethod(bytes)
  return guess ? { label: guess.label, signature: guess.signature, source: 'signatures' } : null
}

/** The function of the call, and the calls in its arguments. */
const nestedIn = async (
  { signatures, abisOf, givenOf }: NameSources,
  chain: string | undefined,
  { to_address, input, block_number, decoded_call, guessed_call }: DecodedTransaction,
  given: KnownAbis | undefined,
): Promise<Pick<DecodedTransaction, 'call_declaration' | 'nested_calls'>> => {
  const call = decoded_call ?? guessed_call
  if (!call || to_address === null || !isHex(to_address)) return {}
  const contract = { address: to_address, block: Number(block_number) }
  const bytes = toBytes(input)
  const verified = await abisOf?.(chain, [contract])
  const read =
    findCall(verified?.(contract) ?? [], bytes) ??
    findCall(given?.(contract) ?? [], bytes) ??
    signatures.findCall(bytes)
  // The call may be decoded by an ABI that only the source of the transaction has.
  if (!read || read.call.signature !== call.signature) return {}
  const nested = await nestedCalls(
    { read, to: to_address, block: contract.block },
    {
      signatures,
      ...(abisOf && { abisOf: (contracts) => abisOf(chain, contracts) }),
      ...(givenOf && { givenOf: (contracts) => givenOf(chain, contracts) }),
    },
  )
  return { call_declaration: declarationOf(read.item), ...(nested.length > 0 && { nested_calls: nested }) }
}

const bytesOrNull = (hex: string | null | undefined): Uint8Array | null => (hex ? toBytes(hex) : null)

/** The contracts whose call and logs are not decoded yet. */
const contractsIn = ({ to_address, decoded_call, logs, block_number }: DecodedTransaction): ContractAt[] => {
  const open = [decoded_call ? null : to_address, ...logs.map((log) => (log.decoded_event ? null : log.address))]
  return [...new Set(open)].flatMap((address) =>
    address !== null && isHex(address) ? [{ address, block: Number(block_number) }] : [],
  )
}

const guessed = (
  signatures: KnownSignatures,
  given: KnownAbis | undefined,
  transaction: DecodedTransaction,
): DecodedTransaction => {
  const { to_address, input, decoded_call, logs, block_number } = transaction
  const givenAt = (address: string) => (isHex(address) && given?.({ address, block: Number(block_number) })) || []
  const call =
    decoded_call || to_address === null
      ? undefined
      : (decodeCall(givenAt(to_address), toBytes(input)) ?? signatures.guessCall(toBytes(input)))
  return {
    ...transaction,
    logs: logs.map((log) => {
      const { topic0, topic1, topic2, topic3, data } = log
      const row = {
        topic0: bytesOrNull(topic0),
        topic1: bytesOrNull(topic1),
        topic2: bytesOrNull(topic2),
        topic3: bytesOrNull(topic3),
        data: toBytes(data),
      }
      const event = log.decoded_event ? undefined : (decodeLog(givenAt(log.address), row) ?? signatures.guessEvent(row))
      return event ? { ...log, guessed_event: event } : log
    }),
    ...(call && { guessed_call: call }),
  }
}
