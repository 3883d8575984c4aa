import type { Input, Output, Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { type BlockBounds, resolveBounds } from '#lib/evm/coverage/block-bounds.ts'
import { requestedBlocks, requestedFromKey, requestedKey } from '#lib/evm/coverage/requested-blocks.ts'
import { traceCoverage } from '#lib/evm/coverage/trace-coverage.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import { timestampText } from '#lib/evm/decode/records.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { ascendingOrder, openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { CursorPlace } from '#lib/store/cursors.ts'
import { internalTransferPage, type TransferPlace } from './internal-transfer-page.ts'

type Operation = EvmExplorerApi['evmInternalTransfers']
type StoredTransfer = Awaited<ReturnType<typeof internalTransferPage>>[number]

/** The internal transfers of one wallet. Bounds given as dates are only mapped to blocks on page 1. */
export const internalTransfers =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmInternalTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, from_block, to_block, from_date, to_date } = input
    const order = ascendingOrder(input)
    const isAscending = order !== undefined
    const filters = { chain: chain.id, address, from_block, to_block, from_date, to_date, order }
    const binding = { route: 'evmInternalTransfers', filters }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }

    const coverageThen = await keptTraces(context, chain)
    const from = place ? readKey(place.key, isAscending) : await readStart(context, chain, input)
    const coverage = coverageThen(from.asked)
    call?.coveredBy?.(coverage)
    const { bounds, after } = from
    if (!bounds) return { cursor: null, result: [] }
    const query = { chain: chain.id, address: toBytes(address), bounds, after, isAscending, rows: limit + 1 }
    const rows = await internalTransferPage(context.store.db, query)
    const end = isAscending ? (bounds.highest ?? null) : bounds.lowest
    const keyOf = (last: StoredTransfer) => [
      ...[last.block_number, last.transaction_index, last.transfer_index, end],
      ...requestedKey(from.asked, coverage, input),
    ]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const labelOf = labelsOn(context.known, chain.id)
    return { cursor, result: shown.map((row) => transferRecord(row, address, labelOf)) }
  }

/** The coverage of a chain's internal transfers. @throws chain_not_served if they are not indexed. */
export const keptTraces = async (context: EvmQueryContext, chain: ServedChain): ReturnType<typeof traceCoverage> => {
  if (!chain.keepsTraces) throw notKept(chain)
  return await traceCoverage(context, chain)
}

/** A permanent condition of this installation, with the setting that changes it. */
const notKept = ({ title, variable, source }: ServedChain): ServiceError =>
  new ServiceError(
    'chain_not_served',
    `Internal transfers of ${title} are not indexed here. ` +
      `Set ${source === 'demo' ? 'TRACES_<CHAIN>' : `TRACES_${variable}`}=values to index them; this requires a node that can trace blocks.`,
  )

type Start = {
  bounds: BlockBounds | undefined
  after: TransferPlace | undefined
  asked: ReturnType<typeof requestedFromKey>
}

const readStart = async ({ store }: EvmQueryContext, chain: ServedChain, input: Input<Operation>): Promise<Start> => {
  const bounds = await resolveBounds(store.db, chain.id, input)
  return { bounds, after: undefined, asked: requestedBlocks(bounds, input) }
}

/** The key only contains the bound at the list's other end: its position is already within the near one. */
const readKey = ([block, index, transfer, end, first, last]: CursorPlace['key'], isAscending: boolean): Start => ({
  after: [Number(block), Number(index), Number(transfer)],
  bounds: isAscending
    ? { lowest: Number(block), highest: typeof end === 'number' ? end : undefined }
    : { lowest: Number(end), highest: undefined },
  asked: requestedFromKey(first, last),
})

/** `address` is the one that the row is stored for. */
export const transferRecord = (
  row: StoredTransfer,
  address: string,
  labelOf: LabelOf,
): Output<Operation>['result'][number] => {
  const other = toHex(row.other_address)
  const [from, to] = row.is_incoming === 1 ? [other, address] : [address, other]
  return {
    block_number: String(row.block_number),
    block_hash: toHex(row.block_hash),
    block_timestamp: timestampText(row.block_timestamp),
    transaction_hash: toHex(row.transaction_hash),
    transaction_index: row.transaction_index,
    transfer_index: row.transfer_index,
    type: row.kind,
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: labelOf(to),
    value: row.value,
  }
}
