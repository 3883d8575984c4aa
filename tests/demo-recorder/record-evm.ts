/**
 * Records the EVM part of the demo ledger: `node tests/demo-recorder/record-evm.ts`, a minute or so, from the project's root.
 *
 * It compiles tests/demo-recorder/contracts, plays tests/demo-recorder/evm/story.ts on a real anvil and keeps what that node answered in
 * lib/demo/evm.archive. Everything that could differ
 * between two runs is fixed: keys, seed, genesis time, block times, base fees, fee recipient and the order of
 * transactions. Twice the script is twice the same bytes: `git diff --stat lib/demo` afterwards must be empty as long
 * as anvil, solc, the contracts and the story are.
 */

import { type Address, numberToHex } from 'viem'
import { z } from 'zod'
import { checked } from '#lib/demo/archive.ts'
import { demoChainId, demoWallets } from '#lib/demo/cast.ts'
import { type EvmRecording, evmRecording } from '#lib/demo/evm/recording.ts'
import { blockChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { prestateTracer } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import { makeDocuments } from './art/documents.ts'
import { type CompiledContract, compileContracts } from './evm/compile.ts'
import { type DevNode, RpcFailure, startDevNode } from './evm/dev-node.ts'
import { placeFeeds } from './evm/feeds.ts'
import { paidAddresses } from './evm/paid-addresses.ts'
import { create2Deployer } from './evm/smart-account-scenes.ts'
import { demoMnemonic, Stage } from './evm/stage.ts'
import { type RecordedContract, standardReads, storageSlots } from './evm/standard-reads.ts'
import { playStory, storyStart } from './evm/story.ts'
import type { Ledger } from './evm/story-ledger.ts'
import { tokenReads } from './evm/token-reads.ts'
import { writeArchive } from './write-archive.ts'

const feeRecipient = '0x00000000000000000000000000000000005c09e5'
const text = z.string()

async function record(): Promise<void> {
  const node = await startDevNode([
    ...['--chain-id', String(demoChainId), '--timestamp', String(storyStart), '--hardfork', 'prague'],
    ...['--mnemonic', demoMnemonic, '--derivation-path', "m/44'/60'/7'/0/", '--accounts', String(demoWallets.length)],
    ...['--balance', '3000', '--gas-limit', '30000000'],
  ])
  try {
    await node.rpc('anvil_setCoinbase', [feeRecipient])
    const compiled = compileContracts()
    const stage = new Stage(node, compiled)
    const contractOf = (name: string): CompiledContract => {
      const found = compiled.get(name)
      if (!found) throw new Error(`${name} is not among the contracts`)
      return found
    }
    const ledger = await playStory(stage, makeDocuments().folders)
    const contracts = namedContracts(stage, ledger, contractOf('SavingsJar').abi)
    const feeds = await placeFeeds(node, contractOf('HarborFeed'))
    const plain = feeds.map((feed) => ({ ...feed, nftIds: [], stampIds: [] }))
    const recording = await readNode(node, stage, [...contracts, ...plain])
    checkFailures(recording, stage)
    const size = await writeArchive('evm.archive', recording)
    console.log(`${recording.blocks.length} blocks, ${stage.sent} transactions: evm.archive ${size} bytes`)
  } finally {
    node.stop()
  }
}

type NamedContract = RecordedContract & { name: string }

async function readNode(node: DevNode, stage: Stage, contracts: readonly NamedContract[]) {
  const head = Number(text.parse(await node.rpc('eth_blockNumber')))
  const chain: Pick<EvmRecording, 'blocks' | 'receipts' | 'traces' | 'stateChanges' | 'codes'> = {
    blocks: [],
    receipts: [],
    traces: {},
    stateChanges: {},
    codes: [],
  }
  for (let n = 0; n <= head; n++) {
    const { block, receipts } = withoutBlobs({
      block: checked(evmRecording.shape.blocks.element, await node.rpc('eth_getBlockByNumber', [numberToHex(n), true])),
      receipts: checked(evmRecording.shape.receipts.element, await node.rpc('eth_getBlockReceipts', [numberToHex(n)])),
    })
    chain.blocks.push(block)
    chain.receipts.push(receipts)
    for (const { hash } of block.transactions) {
      chain.traces[hash] = await node.rpc('debug_traceTransaction', [hash, { tracer: 'callTracer' }])
      const { pre, post } = tracedState.parse(await node.rpc('debug_traceTransaction', [hash, prestateTracer]))
      chain.stateChanges[hash] = { pre: withoutCodes(pre, chain.codes), post: withoutCodes(post, chain.codes) }
    }
  }
  const wallets = demoWallets.map((_, i) => stage.address(i))
  const state: Pick<EvmRecording, 'code' | 'storage' | 'balances' | 'nonces' | 'calls'> = {
    code: {},
    storage: {},
    balances: {},
    nonces: {},
    calls: {},
  }
  const named = [...wallets, feeRecipient, ...contracts.map((c) => c.address)]
  for (const address of new Set([...named, ...paidAddresses(chain.traces)])) {
    state.balances[address] = text.parse(await node.rpc('eth_getBalance', [address, 'latest']))
    state.nonces[address] = text.parse(await node.rpc('eth_getTransactionCount', [address, 'latest']))
  }
  for (const contract of contracts) {
    const { address } = contract
    state.code[address] = text.parse(await node.rpc('eth_getCode', [address, 'latest']))
    for (const slot of storageSlots) {
      state.storage[`${address} ${slot}`] = text.parse(await node.rpc('eth_getStorageAt', [address, slot, 'latest']))
    }
    const logs = chain.receipts.flat().flatMap((receipt) => receipt.logs)
    const reads = [...standardReads(contract, wallets), ...tokenReads(logs.filter((log) => log.address === address))]
    for (const data of new Set(reads)) state.calls[`${address} ${data}`] = await ask(node, address, data)
  }
  for (const address of [create2Deployer, ...stage.delegated])
    state.code[address] = text.parse(await node.rpc('eth_getCode', [address, 'latest']))
  return {
    chainId: text.parse(await node.rpc('eth_chainId')),
    netVersion: text.parse(await node.rpc('net_version')),
    clientVersion: text.parse(await node.rpc('web3_clientVersion')),
    ...chain,
    ...state,
    contracts: contracts.map(({ address, name, abi }) => ({ address, name, abi: [...abi] })),
  } satisfies EvmRecording
}

type RecordedBlock = { block: EvmRecording['blocks'][number]; receipts: EvmRecording['receipts'][number] }

/**
 * anvil reports blobs with their transactions, and its size and transactions root of a block include them, which EIP-4844 leaves out: such
 * a block gets the root that any other node gives it, and the hash that follows. No block may come after it.
 */
const withoutBlobs = (recorded: RecordedBlock): RecordedBlock => {
  if (!recorded.block.transactions.some(({ type }) => type === '0x3')) return recorded
  const { size: _, ...reported } = recorded.block
  const transactions = reported.transactions.map(({ blobs, commitments, proofs, ...transaction }) => transaction)
  const { transactions_root } = blockChecks(reported, recorded.receipts, 'equal', {})
  const block = { ...reported, transactions, transactionsRoot: text.parse(transactions_root.computed) }
  const { block_hash } = blockChecks(block, recorded.receipts, 'equal', {})
  const renamed = JSON.stringify({ block, receipts: recorded.receipts })
  return JSON.parse(renamed.replaceAll(recorded.block.hash, text.parse(block_hash.computed)))
}

const tracedAccounts = z.record(z.string(), z.looseObject({ code: z.string().optional() }))
const tracedState = z.object({ pre: tracedAccounts, post: tracedAccounts })

/** The accounts with the place of their code in `codes`, to which new code is added. */
const withoutCodes = (accounts: z.infer<typeof tracedAccounts>, codes: string[]) =>
  Object.fromEntries(
    Object.entries(accounts).map(([address, { code, ...account }]) => {
      if (code === undefined) return [address, account]
      if (!codes.includes(code)) codes.push(code)
      return [address, { ...account, code: codes.indexOf(code) }]
    }),
  )

async function ask(node: DevNode, to: Address, data: string): Promise<EvmRecording['calls'][string]> {
  try {
    return { result: await node.rpc('eth_call', [{ to, data }, 'latest']) }
  } catch (error) {
    if (error instanceof RpcFailure) return { error: error.said }
    throw error
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => BigInt(from + i))

function namedContracts(stage: Stage, ledger: Ledger, jarAbi: RecordedContract['abi']): NamedContract[] {
  const nftIds: Record<string, bigint[]> = {
    PaperLanterns: range(1, ledger.nextLantern),
    TidePostcards: range(0, ledger.nextPostcard),
  }
  const named = [...stage.contracts.values()]
    // The proxy's own interface is the small one; callers speak the implementation's.
    .filter(({ name }) => name !== 'HarborVault')
    .map((c) => ({
      ...c,
      nftIds: nftIds[c.name] ?? [],
      stampIds: c.name === 'MarketStamps' ? range(1, 17) : [],
    }))
  const jars = stage.jars.map(({ address }) => ({ name: 'SavingsJar', address, abi: jarAbi, nftIds: [], stampIds: [] }))
  return [...named, ...jars]
}

/** The story is only told right when exactly those transactions failed that it meant to fail. */
function checkFailures(recording: EvmRecording, stage: Stage): void {
  const receipts = recording.receipts.flat()
  const wrong = receipts
    .filter((r) => (r.status !== '0x1') !== stage.expectedFailures.has(r.transactionHash))
    .map((r) => r.transactionHash)
  if (receipts.length !== stage.sent) throw new Error(`${stage.sent} sent, ${receipts.length} mined`)
  if (wrong.length === 0) return
  const told = wrong.map((hash) => `${hash} ${JSON.stringify(recording.traces[hash]).slice(0, 600)}`)
  throw new Error(`${wrong.length} transactions did not end as told:\n${told.slice(0, 5).join('\n')}`)
}

await record()
