import { recordedChain } from '#lib/demo/evm/methods.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { type RawRecording, rawRecording, type TracedCall } from '#tests/support/recorded-mainnet.ts'

/* What the recordings of the demo ledger and of Ethereum say, without anything of the index. */

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

/** The same of a recorded block of Ethereum. */
export const mainnetTransactions = (number: number, head: number): RecordedTransaction[] => {
  const { block, receipts } = rawRecording(number)
  return block.transactions.map((fields, index) => {
    const receipt = receipts[index]
    if (receipt?.transactionHash !== fields.hash) throw new Error('a transaction without a receipt')
    return { fields, receipt, time: String(Number(block.timestamp)), head }
  })
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
  const isCreation = text(fields, 'to') === ''
  return {
    ...ofTransaction(one),
    from: text(fields, 'from'),
    to: text(fields, 'to'),
    value: decimal(fields, 'value'),
    isError: receipt.status === '0x0' ? '1' : '0',
    // Before Byzantium, receipts had none.
    txreceipt_status: text(receipt, 'status') === '' ? '' : decimal(receipt, 'status'),
    input,
    // Some nodes write one in every receipt.
    contractAddress: isCreation ? text(receipt, 'contractAddress') : '',
    methodId: input.length < 10 ? '0x' : input.slice(0, 10),
  }
}

type Standard = 'erc20' | 'erc721' | 'erc1155'

const word = (data: string, place: number): bigint => BigInt(`0x${data.slice(2 + 64 * place, 66 + 64 * place)}`)

/** ERC-721, tokens before it whose events have no topics besides the first, and what ERC-2309 mints at once. */
const nftTransfersOf = (topics: string[], data: string): Moved[] => {
  const own = (id: bigint) => ({ tokenID: String(id), tokenDecimal: '0' })
  if (topics[0] === tokenTopic.consecutiveTransfer) {
    const [first, last] = [BigInt(topics[1] ?? ''), word(data, 0)]
    const sides = { from: addressOf(topics[2]), to: addressOf(topics[3]) }
    return Array.from({ length: Number(last - first) + 1 }, (_, place) => ({
      ...sides,
      own: own(first + BigInt(place)),
    }))
  }
  if (topics[0] !== tokenTopic.transfer) return []
  if (topics.length === 4)
    return [{ from: addressOf(topics[1]), to: addressOf(topics[2]), own: own(BigInt(topics[3] ?? '')) }]
  const wordText = (place: number) => `0x${word(data, place).toString(16).padStart(64, '0')}`
  return topics.length === 1
    ? [{ from: addressOf(wordText(0)), to: addressOf(wordText(1)), own: own(word(data, 2)) }]
    : []
}

type Moved = { from: string; to: string; own: Record<string, string> }

/** The transfers of a log, by the standards alone. */
const transfersOf = (log: Fields, standard: Standard): Moved[] => {
  const topics = log.topics as string[]
  const data = text(log, 'data')
  const [from, to] = topics.length === 4 && standard === 'erc1155' ? topics.slice(2) : topics.slice(1)
  const sides = { from: addressOf(from), to: addressOf(to) }
  if (standard === 'erc20')
    return topics[0] === tokenTopic.transfer && topics.length === 3
      ? [{ ...sides, own: { value: String(word(data, 0)) } }]
      : []
  if (standard === 'erc721') return nftTransfersOf(topics, data)
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

/** The internal transactions of a recorded block, as `txlistinternal` writes them: from the trace of whichever form there is. */
export const framesOfRecord = (number: number) => {
  const { block, calls, traces } = rawRecording(number)
  return block.transactions.flatMap(({ hash }, index) => {
    const found = calls ? callsBelow(calls[index], [], false) : tracesBelow(traces, hash)
    return found.filter(isInternal).map(({ path, isUndone, error, ...frame }) => {
      const isNew = frame.type.startsWith('create')
      return {
        blockNumber: String(number),
        timeStamp: String(Number(block.timestamp)),
        hash,
        from: frame.from,
        to: isNew ? '' : frame.to,
        value: String(frame.value),
        contractAddress: isNew ? frame.to : '',
        input: '',
        type: frame.type,
        gas: String(frame.gas),
        gasUsed: String(frame.gasUsed),
        isError: isUndone ? '1' : '0',
        errCode: error,
        traceId: path.join('_'),
      }
    })
  })
}

type Frame = {
  type: string
  from: string
  to: string
  value: bigint
  gas: bigint
  gasUsed: bigint
  path: number[]
  /** It or a call above it failed. */
  isUndone: boolean
  error: string
}

/** Only these calls can move coin of their own. */
const isInternal = ({ type, value }: Frame): boolean =>
  /^(create2?|suicide)$/.test(type) || (type === 'call' && value > 0n)

const callsBelow = (parent: TracedCall | undefined, path: number[], isBelowFailed: boolean): Frame[] => {
  const isParentUndone = isBelowFailed || parent?.error !== undefined
  return (parent?.calls ?? []).flatMap((call, place) => {
    const { type, from, to, value, gas, gasUsed, error } = call
    const kind = type.toLowerCase()
    const frame: Frame = {
      type: kind === 'selfdestruct' ? 'suicide' : kind,
      from,
      to: to ?? '',
      value: BigInt(value ?? 0),
      gas: BigInt(gas ?? 0),
      gasUsed: BigInt(gasUsed ?? 0),
      path: [...path, place],
      isUndone: isParentUndone || error !== undefined,
      error: error ?? '',
    }
    return [frame, ...callsBelow(call, frame.path, isParentUndone)]
  })
}

const tracesBelow = (traces: RawRecording['traces'], hash: string): Frame[] => {
  const own = (traces ?? []).filter(({ transactionHash }) => transactionHash === hash)
  const failed = own.flatMap(({ error, traceAddress }) => (error === undefined ? [] : [traceAddress.join('_')]))
  const isUndone = (path: string) => failed.some((one) => one === '' || `${path}_`.startsWith(`${one}_`))
  return own.flatMap(({ type, action, result, error, traceAddress: path }) => {
    if (path.length === 0) return []
    const isSuicide = type === 'suicide'
    const to = isSuicide ? action.refundAddress : type === 'create' ? result?.address : action.to
    const frame: Frame = {
      type: action.callType ?? type,
      from: (isSuicide ? action.address : action.from) ?? '',
      to: to ?? '',
      value: BigInt((isSuicide ? action.balance : action.value) ?? 0),
      gas: BigInt(action.gas ?? 0),
      gasUsed: BigInt(result?.gasUsed ?? 0),
      path,
      isUndone: isUndone(path.join('_')),
      error: error ?? '',
    }
    return [frame]
  })
}
