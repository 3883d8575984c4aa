import { recordedChain } from '#lib/demo/evm/methods.ts'
import { tokenTopic } from '#lib/evm/chain/decode/wrapped-native.ts'

/* What the demo ledger's recording says of an address, without anything of the index. */

type Fields = Record<string, unknown>

const text = (fields: Fields, name: string): string => String(fields[name] ?? '')
const decimal = (fields: Fields, name: string): string => String(BigInt(text(fields, name)))
const addressOf = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`

export type RecordedTransaction = { fields: Fields; receipt: Fields & { logs: Fields[] }; time: string; head: number }

/** Every transaction in the order of the chain, with its receipt. */
export const recordedTransactions = async (): Promise<RecordedTransaction[]> => {
  const { recording, head } = await recordedChain()
  return recording.blocks.flatMap((block, number) =>
    block.transactions.map((transaction, index) => {
      const receipt = recording.receipts[number]?.[index]
      if (!receipt) throw new Error('a transaction without a receipt')
      return { fields: transaction, receipt: receipt as never, time: String(Number(block.timestamp)), head }
    }),
  )
}

const ofTransaction = ({ fields, receipt, time, head }: RecordedTransaction) => ({
  blockNumber: decimal(fields, 'blockNumber'),
  timeStamp: time,
  hash: text(fields, 'hash'),
  nonce: decimal(fields, 'nonce'),
  blockHash: text(fields, 'blockHash'),
  transactionIndex: decimal(fields, 'transactionIndex'),
  gas: decimal(fields, 'gas'),
  gasPrice: decimal(receipt, 'effectiveGasPrice'),
  cumulativeGasUsed: decimal(receipt, 'cumulativeGasUsed'),
  gasUsed: decimal(receipt, 'gasUsed'),
  confirmations: String(head - Number(decimal(fields, 'blockNumber')) + 1),
})

/** A row of `txlist`, its function's name aside. */
export const transactionOfRecord = (one: RecordedTransaction) => {
  const { fields, receipt } = one
  const input = text(fields, 'input')
  return {
    ...ofTransaction(one),
    from: text(fields, 'from'),
    to: text(fields, 'to'),
    value: decimal(fields, 'value'),
    isError: receipt.status === '0x1' ? '0' : '1',
    txreceipt_status: decimal(receipt, 'status'),
    input,
    contractAddress: text(receipt, 'contractAddress'),
    methodId: input.length < 10 ? '0x' : input.slice(0, 10),
  }
}

type Standard = 'erc20' | 'erc721' | 'erc1155'

const word = (data: string, place: number): bigint => BigInt(`0x${data.slice(2 + 64 * place, 66 + 64 * place)}`)

/** The transfers of a log, by the standards alone. */
const transfersOf = (log: Fields, standard: Standard): { from: string; to: string; own: Record<string, string> }[] => {
  const topics = log.topics as string[]
  const data = text(log, 'data')
  const [from, to] = topics.length === 4 && standard === 'erc1155' ? topics.slice(2) : topics.slice(1)
  const sides = { from: addressOf(from), to: addressOf(to) }
  if (standard === 'erc20')
    return topics[0] === tokenTopic.transfer && topics.length === 3
      ? [{ ...sides, own: { value: String(word(data, 0)) } }]
      : []
  if (standard === 'erc721')
    return topics[0] === tokenTopic.transfer && topics.length === 4
      ? [{ ...sides, own: { tokenID: String(BigInt(topics[3] ?? '')), tokenDecimal: '0' } }]
      : []
  if (topics[0] === tokenTopic.transferSingle)
    return [{ ...sides, own: { tokenID: String(word(data, 0)), tokenValue: String(word(data, 1)) } }]
  if (topics[0] !== tokenTopic.transferBatch) return []
  const count = Number(word(data, 2))
  return Array.from({ length: count }, (_, index) => ({
    ...sides,
    own: { tokenID: String(word(data, 3 + index)), tokenValue: String(word(data, 4 + count + index)) },
  }))
}

/** Rows of a token list, names of tokens and functions aside. */
export const transfersOfRecord = (one: RecordedTransaction, standard: Standard) =>
  one.receipt.logs.flatMap((log) =>
    transfersOf(log, standard).map(({ from, to, own }) => ({
      ...ofTransaction(one),
      from,
      contractAddress: text(log, 'address'),
      to,
      ...own,
      input: 'deprecated',
    })),
  )

/** Every log with its transaction, as `getLogs` writes it. */
export const logsOfRecord = ({ receipt, time }: RecordedTransaction) =>
  receipt.logs.map((log) => ({
    address: text(log, 'address'),
    topics: log.topics as string[],
    data: text(log, 'data'),
    blockNumber: text(log, 'blockNumber'),
    blockHash: text(log, 'blockHash'),
    timeStamp: `0x${Number(time).toString(16)}`,
    gasPrice: text(receipt, 'effectiveGasPrice'),
    gasUsed: text(receipt, 'gasUsed'),
    logIndex: text(log, 'logIndex'),
    transactionHash: text(receipt, 'transactionHash'),
    transactionIndex: text(receipt, 'transactionIndex'),
  }))
