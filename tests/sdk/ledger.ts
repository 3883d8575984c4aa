import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'

/** A log of the demo ledger as its node tells it. */
type NodeLog = {
  address: string
  topics: string[]
  data: string
  transactionHash: string
  logIndex: string
  blockNumber: string
}

/** What to ask of the demo ledger, and how much of it there is: counted in the node's own logs. */
export type Ledger = {
  /** The collection with the most single transfers (ERC-721), and the one with batches (ERC-1155). */
  collection: string
  editions: string
  /** A token of the latter, whole. */
  edition: { address: string; token_id: string }
  /** A transaction with many logs, and its sender: what both do is decoded. */
  trade: string
  trader: string
  /** Who sent the most logs of those that never created a contract. */
  user: string
  /** Who created one. */
  creator: string
  /** Who was most often the receiver of an NFT. */
  collector: string
  /** The block with the most NFT transfers. */
  nftBlock: string
  /** The contract with the most ERC-20 transfers. */
  coin: string
  /**
   * `transaction hash:log index` of every ERC-20 transfer, approval, and transfer to no one. The wrapped coin says Deposit
   * and Withdrawal where others say so with a transfer.
   */
  transfers: Set<string>
  approvals: Set<string>
  burns: Set<string>
  /** Transfers from no one. */
  mints: Set<string>
  /** How many NFT transfers the block above has. */
  nftBlockTransfers: number
  /** Its last block. */
  head: number
  /** Every log, as its node tells it. */
  logs: NodeLog[]
}

export const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  consecutive: '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d',
}
const nobody = `0x${'0'.repeat(64)}`

export const readLedger = async (): Promise<Ledger> => {
  const logs = await askLedger<NodeLog[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
  const fungible = (first: string) => logs.filter(({ topics }) => topics[0] === first && topics.length === 3)
  const singles = logs.filter(({ topics }) => topics[0] === topic.transfer && topics.length === 4)
  const editions = logs.filter(({ topics }) => topics[0] === topic.transferSingle || topics[0] === topic.transferBatch)
  const ranges = new Set(
    logs.filter(({ topics }) => topics[0] === topic.consecutive).map(({ blockNumber }) => blockNumber),
  )
  const nftBlock = mostFrequent(singles.map(({ blockNumber }) => blockNumber).filter((block) => !ranges.has(block)))
  const inBlock = (log: NodeLog) => log.blockNumber === nftBlock
  const transfers = fungible(topic.transfer)
  const single = editions.find(({ topics }) => topics[0] === topic.transferSingle)
  const { senders, creators } = await readSenders(logs)
  const sendersOfLogs = logs.map(({ transactionHash }) => senders.get(transactionHash) ?? '')
  const trade = mostFrequent(logs.map(({ transactionHash }) => transactionHash))
  const wrapped = logs.filter(({ topics }) => topics[0] === topic.deposit)
  const unwrapped = logs.filter(({ topics }) => topics[0] === topic.withdrawal)
  return {
    collection: mostFrequent(singles.map(({ address }) => address)),
    editions: mostFrequent(editions.map(({ address }) => address)),
    edition: { address: single?.address ?? '', token_id: BigInt(single?.data.slice(0, 66) ?? 0).toString() },
    trade,
    trader: senders.get(trade) ?? '',
    user: mostFrequent(sendersOfLogs.filter((sender) => !creators.has(sender))),
    creator: mostFrequent(sendersOfLogs.filter((sender) => creators.has(sender))),
    collector: `0x${mostFrequent([...singles.map((log) => log.topics[2]), ...editions.map((log) => log.topics[3])].filter((to) => to !== nobody)).slice(26)}`,
    nftBlock: String(Number(nftBlock)),
    coin: mostFrequent(transfers.map(({ address }) => address)),
    transfers: new Set([...transfers, ...wrapped, ...unwrapped].map(placeOf)),
    approvals: new Set(fungible(topic.approval).map(placeOf)),
    mints: new Set([...transfers.filter(({ topics }) => topics[1] === nobody), ...wrapped].map(placeOf)),
    burns: new Set([...transfers.filter(({ topics }) => topics[2] === nobody), ...unwrapped].map(placeOf)),
    nftBlockTransfers:
      singles.filter(inBlock).length + editions.filter(inBlock).reduce((sum, log) => sum + tokensIn(log), 0),
    head: Number(await askLedger<string>('eth_blockNumber')),
    logs,
  }
}

/** Asks the node of the ledger. */
export const askLedger = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
  const [answer] = await demoEvmTransport().send([{ method, params }])
  if (!answer || 'error' in answer) throw new Error(`the demo node has no answer to ${method}`)
  return answer.result as Result
}

/** Who sent each transaction that has logs, and which of those addresses created a contract. */
const readSenders = async (
  logs: readonly NodeLog[],
): Promise<{ senders: Map<string, string>; creators: Set<string> }> => {
  const head = Number(await askLedger<string>('eth_blockNumber'))
  const withLogs = new Set(logs.map(({ transactionHash }) => transactionHash))
  const senders = new Map<string, string>()
  const creators = new Set<string>()
  for (let number = 0; number <= head; number++) {
    const block = await askLedger<{ transactions: NodeTransaction[] }>(
      'eth_getBlockByNumber',
      `0x${number.toString(16)}`,
      true,
    )
    for (const { hash, from, to } of block.transactions) {
      if (withLogs.has(hash)) senders.set(hash, from)
      if (to === null) creators.add(from)
    }
  }
  return { senders, creators }
}

type NodeTransaction = { hash: string; from: string; to: string | null }

const placeOf = ({ transactionHash, logIndex }: NodeLog): string => `${transactionHash}:${Number(logIndex)}`

/** A batch's data begins with two offsets; the list of ids follows, its length first. */
const tokensIn = ({ topics, data }: NodeLog): number =>
  topics[0] === topic.transferSingle ? 1 : Number(`0x${data.slice(2 + 128, 2 + 192)}`)

const mostFrequent = (values: (string | undefined)[]): string => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  if (!first) throw new Error('the ledger has none')
  return first[0]
}
