import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { DecodableLog, TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'

export const zeroAddress: Hex = `0x${'00'.repeat(20)}`

/** A number, or an address, as the 32 bytes that it takes in a topic or in data. */
export const word = (value: bigint | number | Hex): Hex =>
  `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`

/** Words one after the other, as data. */
export const words = (...values: (bigint | number | Hex)[]): Hex =>
  `0x${values.map((value) => word(value).slice(2)).join('')}`

/** A log in a transaction of its own, unless told otherwise. */
export const tokenLog = (log: Partial<DecodableLog> & Pick<DecodableLog, 'topics'>): DecodableLog => {
  const { blockNumber = 7, logIndex = 0, transactionIndex = logIndex } = log
  return {
    blockNumber,
    logIndex,
    transactionIndex,
    transactionHash: hashOf('transaction', blockNumber, transactionIndex),
    transactionValue: 5n,
    address: walletOf(99),
    data: '0x',
    ...log,
  }
}

type Readable<Row> = {
  [Key in keyof Row]: Row[Key] extends Uint8Array ? Hex : Row[Key] extends Uint8Array | null ? Hex | null : Row[Key]
}

/** A row with its bytes as hex. */
const readable = <Row extends object>(row: Row): Readable<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Uint8Array ? toHex(value) : value]),
  ) as Readable<Row>

/** Rows with their bytes as hex, to be compared and read. */
export const readableRows = ({ nftTransfers, erc20Transfers, erc20Approvals, contracts }: TokenRows) => ({
  nftTransfers: nftTransfers.map(readable),
  erc20Transfers: erc20Transfers.map(readable),
  erc20Approvals: erc20Approvals.map(readable),
  contracts: Object.fromEntries(contracts),
})
