import { createDoubtfulTable } from '#lib/indexing/doubtful-blocks.ts'
import type { MigrationSet } from '#lib/store/store.ts'
import { addBlockChecks } from './block-checks.ts'
import { createBlockReceivers } from './block-receivers.ts'
import { createBlocks } from './blocks.ts'
import { createBodies } from './bodies.ts'
import { createBurnOrder } from './burn-order.ts'
import { orderCachesByUse } from './cache-use.ts'
import { createChainLists } from './chain-lists.ts'
import { createContractCreations } from './contract-creations.ts'
import { createContractWords } from './contract-words.ts'
import { createDecodings } from './decodings.ts'
import { addChainToDocumentKeys } from './document-keys.ts'
import { createEnsNames } from './ens-names.ts'
import { createErc20Balances } from './erc20-balances.ts'
import { createGivenAbiTable } from './given-abis.ts'
import { addHistoryChecks } from './history-checks.ts'
import { addHistoryOutcomes } from './history-outcomes.ts'
import { createHolderOrder } from './holder-order.ts'
import { createInternalCalls } from './internal-calls.ts'
import { createInternalFrames } from './internal-frames.ts'
import { createInternalTransfers } from './internal-transfers.ts'
import { createKeptCalldataTable } from './kept-calldata.ts'
import {
  addContractReads,
  addDaySupplies,
  addDocumentFaults,
  addHistoryVersions,
  addNotices,
  addRefusedNodes,
} from './later-columns.ts'
import { createNftApprovalOrder } from './nft-approvals.ts'
import { createNftCollections } from './nft-collections.ts'
import { createReadableTables } from './readable-tables.ts'
import { createRecentAsks } from './recent-asks.ts'
import { createReplayTable } from './replays.ts'
import { createSearchTables } from './search-tables.ts'
import { addSentCounts } from './sent-counts.ts'
import { createSignatures } from './signatures.ts'
import { createTokenTables } from './token-tables.ts'
import { createTransferSides } from './transfer-sides.ts'
import { createVerifiedContracts } from './verified-contracts.ts'

/**
 * The tables of tables.ts. Integers come first in each, so that PostgreSQL needs no padding between columns.
 *
 * `keyOrdered` tables are narrow and read in key order. Transactions and logs are wide, and few wide rows fit into one
 * node of a key-ordered tree: they are heaps with a separate key, in SQLite too.
 */
export const evmMigrations: MigrationSet = {
  name: 'evm',
  migrations: (types) => ({
    '001-blocks': { up: (db) => createBlocks(db, types) },
    '002-tokens': { up: (db) => createTokenTables(db, types) },
    '003-readable': { up: (db) => createReadableTables(db, types) },
    '004-search': { up: (db) => createSearchTables(db, types) },
    '005-internal-calls': { up: (db) => createInternalCalls(db, types) },
    '006-contract-words': { up: (db) => createContractWords(db, types) },
    '007-block-checks': { up: (db) => addBlockChecks(db, types) },
    '008-sent-counts': { up: (db) => addSentCounts(db, types) },
    '009-history-checks': { up: (db) => addHistoryChecks(db, types) },
    '010-decodings': { up: (db) => createDecodings(db, types) },
    '011-history-outcomes': { up: (db) => addHistoryOutcomes(db, types) },
    '012-recent-asks': { up: (db) => createRecentAsks(db, types) },
    '013-doubtful-blocks': { up: (db) => createDoubtfulTable(db, types, 'evm_doubtful_blocks') },
    '014-refused-nodes': { up: (db) => addRefusedNodes(db, types) },
    '015-erc20-balances': { up: (db) => createErc20Balances(db, types) },
    '016-signatures': { up: (db) => createSignatures(db, types) },
    '017-internal-transfers': { up: (db) => createInternalTransfers(db, types) },
    '018-ens-names': { up: (db) => createEnsNames(db, types) },
    '019-holder-order': { up: createHolderOrder },
    '020-contract-creations': { up: (db) => createContractCreations(db, types) },
    '021-nft-collections': { up: (db) => createNftCollections(db, types) },
    '022-replays': { up: (db) => createReplayTable(db, types) },
    '023-verified-contracts': { up: (db) => createVerifiedContracts(db, types) },
    '024-given-abis': { up: (db) => createGivenAbiTable(db, types) },
    '025-kept-calldata': { up: (db) => createKeptCalldataTable(db, types) },
    '026-document-keys': { up: addChainToDocumentKeys },
    '027-cache-use': { up: orderCachesByUse },
    '028-transfer-sides': { up: (db) => createTransferSides(db, types) },
    '029-burn-order': { up: createBurnOrder },
    '030-notices': { up: (db) => addNotices(db, types) },
    '031-document-faults': { up: (db) => addDocumentFaults(db, types) },
    '032-contract-reads': { up: (db) => addContractReads(db, types) },
    '033-history-versions': { up: (db) => addHistoryVersions(db, types) },
    '034-chain-lists': { up: createChainLists },
    '035-bodies': { up: (db) => createBodies(db, types) },
    '036-nft-approvals': { up: createNftApprovalOrder },
    '037-internal-frames': { up: (db) => createInternalFrames(db, types) },
    '038-block-receivers': { up: (db) => createBlockReceivers(db, types) },
    '039-day-supplies': { up: (db) => addDaySupplies(db, types) },
  }),
}
