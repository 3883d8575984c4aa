import { componentRules } from './component-rules.ts'

/*
 * Who may import whom, type imports included. A rule covers the files whose path begins with its key, and the longest key wins.
 * Its list names the folders and files that may be imported; a folder's own files always may. Rules never lead in a circle.
 */
const contracts = ['lib/evm/contract', 'lib/aptos/contract', 'lib/sign-in/contract']
const platform = ['lib/api', 'lib/encoding', 'lib/store', 'lib/indexing', 'lib/nodes']
const evmTables = [
  'lib/evm/tables.ts',
  'lib/evm/readable-tables.ts',
  'lib/evm/token-tables.ts',
  'lib/evm/erc20-balance-tables.ts',
  'lib/evm/internal-transfer-tables.ts',
]
const evmNode = ['lib/evm/node', 'lib/evm/node/block.ts']
const evmStore = [...platform, ...evmTables]
/** What reads and writes the rows of a chain. */
const storedRows = [...evmStore, ...evmNode, 'lib/evm/decode', 'lib/evm/stored']

const platformRules: Record<string, string[]> = {
  'lib/api': [],
  'lib/encoding': [],
  'lib/format': ['lib/api'],
  'lib/store': ['lib/api'],
  'lib/indexing': ['lib/api', 'lib/store'],
  'lib/nodes': ['lib/api'],
  'lib/outbound': ['lib/api'],
  'lib/process': [],
  'lib/site': [],
  'lib/gateway': ['lib/api', 'lib/format', 'lib/site'],
  'lib/export': ['lib/api', 'lib/format'],
  'lib/pages': ['lib/api', ...contracts, 'lib/format', 'lib/export', 'lib/site'],
}

/** What every room of the EVM queries may read. */
const queryBase = [
  'lib/api',
  'lib/store',
  ...evmTables,
  'lib/evm/contract',
  'lib/evm/coverage',
  'lib/evm/decode',
  'lib/evm/labels',
  'lib/evm/served.ts',
]
const queryRoom = [...queryBase, 'lib/evm/queries/parts']

/** The rooms of the EVM queries, by subject. A room is read by `service.ts`, and where two share more than `parts`, by the other. */
const evmQueryRules: Record<string, string[]> = {
  'lib/evm/queries/parts': [
    ...queryBase,
    'lib/evm/abi',
    'lib/evm/backfill',
    ...evmNode,
    'lib/evm/stored',
    'lib/evm/tokens',
  ],
  'lib/evm/queries/block': [...queryRoom, 'lib/evm/proof', 'lib/evm/stored'],
  'lib/evm/queries/transaction': [...queryRoom, 'lib/evm/abi', 'lib/evm/node/block.ts', 'lib/evm/proof'],
  'lib/evm/queries/wallet': [...queryRoom, 'lib/evm/abi', 'lib/evm/queries/transaction'],
  'lib/evm/queries/nft': [...queryRoom, 'lib/evm/metadata'],
  'lib/evm/queries/nft-transfer': [...queryRoom, 'lib/evm/node/block.ts'],
  'lib/evm/queries/collection': [...queryRoom, 'lib/evm/backfill'],
  'lib/evm/queries/erc20': [...queryRoom, 'lib/encoding', 'lib/evm/tokens'],
  'lib/evm/tokens': [],
  'lib/evm/queries/history': [...queryRoom, 'lib/evm/abi', 'lib/evm/queries/transaction'],
  'lib/evm/queries/holdings': [...queryRoom, ...evmNode, 'lib/evm/contract-metadata', 'lib/evm/tokens'],
  'lib/evm/queries/chain': [...queryRoom, 'lib/indexing', 'lib/evm/redecode', 'lib/evm/stored'],
  'lib/evm/queries/search': [...queryRoom, 'lib/evm/search', 'lib/evm/queries/transaction'],
  'lib/evm/queries/token': [
    ...queryRoom,
    'lib/encoding',
    ...evmNode,
    'lib/evm/queries/holdings',
    'lib/evm/queries/search',
  ],
  'lib/evm/queries': [
    ...queryRoom,
    'lib/evm/backfill',
    'lib/evm/queries/block',
    'lib/evm/queries/chain',
    'lib/evm/queries/collection',
    'lib/evm/queries/erc20',
    'lib/evm/queries/history',
    'lib/evm/queries/holdings',
    'lib/evm/queries/nft',
    'lib/evm/queries/nft-transfer',
    'lib/evm/queries/search',
    'lib/evm/queries/token',
    'lib/evm/queries/transaction',
    'lib/evm/queries/wallet',
  ],
}

/** In the order of the data: contract, proof, node, decode, stored and writer, enrichment, coverage, queries. */
const evmRules: Record<string, string[]> = {
  'lib/evm/contract': ['lib/api'],
  'lib/evm/node/block.ts': ['lib/evm/contract', 'lib/indexing'],
  'lib/evm/proof': ['lib/api', 'lib/encoding', 'lib/evm/contract', 'lib/evm/node/block.ts'],
  'lib/evm/node': [...platform, 'lib/outbound', 'lib/evm/contract', 'lib/evm/node/block.ts', 'lib/evm/proof'],
  'lib/evm/bundled-file.ts': [],
  'lib/evm/labels': ['lib/api', 'lib/evm/bundled-file.ts', 'lib/evm/contract'],
  'lib/evm/served.ts': ['lib/api', 'lib/evm/contract', 'lib/indexing'],
  'lib/evm/hosted-chains.ts': ['lib/api', 'lib/evm/contract', 'lib/evm/hosted-served-chains.ts'],
  'lib/evm/hosted-served-chains.ts': ['lib/api'],
  'lib/evm/readable-tables.ts': [],
  'lib/evm/search-tables.ts': [],
  'lib/evm/token-tables.ts': [],
  'lib/evm/erc20-balance-tables.ts': [],
  'lib/evm/internal-transfer-tables.ts': [],
  'lib/evm/tables.ts': [
    'lib/evm/erc20-balance-tables.ts',
    'lib/evm/internal-transfer-tables.ts',
    'lib/evm/readable-tables.ts',
    'lib/evm/search-tables.ts',
    'lib/evm/token-tables.ts',
    'lib/indexing',
  ],
  'lib/evm/decode': [
    'lib/api/invariant.ts',
    ...evmTables,
    'lib/evm/contract',
    'lib/evm/labels',
    ...evmNode,
    'lib/evm/proof',
  ],
  'lib/evm/search': [...evmTables, 'lib/evm/search-tables.ts', 'lib/evm/decode', 'lib/store'],
  'lib/evm/migrations': ['lib/encoding', 'lib/evm/search', 'lib/evm/tables.ts', 'lib/store'],
  'lib/evm/migrations.ts': ['lib/evm/migrations', 'lib/indexing', 'lib/store'],
  'lib/evm/stored': [...evmStore, 'lib/evm/decode', ...evmNode],
  'lib/evm/writer': [...storedRows, 'lib/evm/proof', 'lib/evm/search'],
  'lib/evm/writer.ts': [...evmStore, ...evmNode, 'lib/evm/stored', 'lib/evm/writer'],
  'lib/evm/chain-id.ts': ['lib/api', 'lib/evm/node', 'lib/store'],
  'lib/evm/with-chain-id.ts': ['lib/api', 'lib/evm/chain-id.ts', 'lib/store'],
  'lib/evm/live-served-chains.ts': ['lib/evm/chain-id.ts', 'lib/evm/served.ts', 'lib/store'],
  'lib/evm/reread-doubtful.ts': [...evmStore, 'lib/evm/node', 'lib/evm/stored', 'lib/evm/writer.ts'],
  'lib/evm/index-chain.ts': [
    ...evmStore,
    'lib/evm/chain-id.ts',
    'lib/evm/node',
    'lib/evm/proof',
    'lib/evm/reread-doubtful.ts',
    'lib/evm/stored',
    'lib/evm/writer.ts',
  ],
  'lib/evm/abi': [...evmStore, 'lib/outbound', 'lib/evm/contract', 'lib/evm/decode', ...evmNode, 'lib/evm/served.ts'],
  'lib/evm/signatures': [
    'lib/api',
    'lib/evm/abi',
    'lib/evm/bundled-file.ts',
    'lib/evm/contract',
    'lib/evm/decode',
    'lib/evm/node/block.ts',
    'lib/evm/tables.ts',
    'lib/outbound',
    'lib/store',
  ],
  'lib/evm/contract-metadata': [...storedRows, 'lib/evm/writer'],
  'lib/evm/ratings': [...storedRows, 'lib/evm/contract-metadata', 'lib/evm/labels', 'lib/evm/search'],
  'lib/evm/metadata': [
    ...storedRows,
    'lib/outbound',
    'lib/evm/contract',
    'lib/evm/contract-metadata',
    'lib/evm/search',
  ],
  'lib/evm/redecode': [...storedRows, 'lib/evm/writer'],
  'lib/evm/balances': [...storedRows, 'lib/evm/writer'],
  'lib/evm/traces': [...storedRows, 'lib/evm/writer'],
  'lib/evm/backfill': [
    ...storedRows,
    'lib/evm/chain-id.ts',
    'lib/evm/contract',
    'lib/evm/proof',
    'lib/evm/served.ts',
    'lib/evm/writer',
  ],
  'lib/evm/coverage': [...evmStore, 'lib/evm/decode', 'lib/evm/backfill', 'lib/evm/served.ts', 'lib/evm/stored'],
  ...evmQueryRules,
  'lib/evm/media': [
    ...evmStore,
    'lib/outbound',
    'lib/evm/contract',
    'lib/evm/decode',
    'lib/evm/metadata',
    'lib/evm/queries/parts',
  ],
  'lib/evm/node-access.ts': [...platform, 'lib/evm/contract', ...evmNode, 'lib/evm/queries/parts', 'lib/evm/served.ts'],
}

const aptosRules: Record<string, string[]> = {
  'lib/aptos/contract': ['lib/api'],
  'lib/aptos/node': [...platform],
  'lib/aptos/tables.ts': ['lib/indexing'],
  'lib/aptos/migrations': ['lib/store'],
  'lib/aptos/migrations.ts': ['lib/aptos/migrations', 'lib/indexing', 'lib/store'],
  'lib/aptos/decode': [...platform, 'lib/aptos/tables.ts'],
  'lib/aptos/writer': [...platform, 'lib/aptos/decode', 'lib/aptos/tables.ts'],
  'lib/aptos/ingest': [...platform, 'lib/aptos/decode', 'lib/aptos/node', 'lib/aptos/tables.ts', 'lib/aptos/writer'],
  'lib/aptos/coverage': [...platform, 'lib/aptos/tables.ts'],
  'lib/aptos/queries': [
    ...platform,
    'lib/aptos/contract',
    'lib/aptos/coverage',
    'lib/aptos/decode',
    'lib/aptos/node',
    'lib/aptos/tables.ts',
  ],
  'lib/aptos/hosted-status.ts': ['lib/api', 'lib/aptos/contract'],
}

const otherRules: Record<string, string[]> = {
  'lib/sign-in/contract': ['lib/api', 'lib/encoding'],
  'lib/sign-in': [...platform, 'lib/sign-in/contract'],
  'lib/sign-in/http': ['lib/api', 'lib/sign-in', 'lib/sign-in/contract'],
  'lib/demo/archive.ts': ['lib/demo/checked.ts'],
  'lib/demo/checked.ts': [],
  'lib/demo/cast.ts': [],
  'lib/demo/aptos': ['lib/api/invariant.ts', 'lib/demo/archive.ts', 'lib/demo/cast.ts', 'lib/aptos/node'],
  'lib/demo/evm': ['lib/demo/archive.ts', 'lib/demo/cast.ts', ...evmNode],
  'lib/demo': ['lib/demo/archive.ts'],
}

/** What a process starts with, and what it is composed of. Nothing else in `lib` imports these. */
const compositionRules: Record<string, string[]> = {
  'lib/systems.ts': ['lib'],
  'lib/worker.ts': ['lib'],
  'lib/web.ts': ['lib'],
  'lib/api-server.ts': ['lib'],
  'lib/api-routes.ts': ['lib/systems.ts', 'lib/family.ts'],
  'lib/listen.ts': ['lib/process'],
  'lib/start-process.ts': ['lib'],
  'lib/http-server.ts': [],
  'lib/start.ts': ['lib'],
  'lib/handlers.ts': ['lib', 'package.json'],
  'lib/evm/recognise.ts': ['lib/format', 'lib/evm/contract'],
  'lib/aptos/recognise.ts': ['lib/format', 'lib/aptos/contract'],
  'lib/recognise': ['lib/api', ...contracts, 'lib/format', 'lib/evm/recognise.ts', 'lib/aptos/recognise.ts'],
  'lib/systems': ['lib'],
  'lib/family.ts': ['lib/api', 'lib/config.ts', 'lib/gateway', 'lib/sign-in', 'lib/sign-in/contract', 'lib/store'],
  'lib/families.ts': ['lib/family.ts', 'lib/evm/family.ts', 'lib/aptos/family.ts'],
  'lib/evm/family.ts': ['lib/family.ts', 'lib/evm/coverage', 'lib/evm/family', 'lib/evm/migrations.ts'],
  'lib/evm/family': ['lib'],
  'lib/aptos/family.ts': ['lib/family.ts', 'lib/aptos/coverage', 'lib/aptos/family', 'lib/aptos/migrations.ts'],
  'lib/aptos/family': ['lib'],
  'lib/open-database.ts': ['lib'],
  'lib/served-apis.ts': ['lib/api', 'lib/families.ts', 'lib/sign-in'],
  'lib/config.ts': [
    'lib/config-values.ts',
    'lib/family-config.ts',
    'lib/family-configs.ts',
    'lib/outside-config.ts',
    'lib/setting-reader.ts',
    'lib/site',
    'lib/site-config.ts',
  ],
  'lib/setting-reader.ts': [],
  'lib/outside-config.ts': ['lib/config-values.ts', 'lib/setting-reader.ts'],
  'lib/site-config.ts': ['lib/setting-reader.ts', 'lib/site'],
  'lib/family-config.ts': ['lib/setting-reader.ts', 'lib/site'],
  'lib/family-configs.ts': ['lib/evm/config.ts', 'lib/aptos/config.ts'],
  'lib/evm/config.ts': [
    'lib/config-values.ts',
    'lib/evm/chains-file.ts',
    'lib/evm/contract',
    'lib/family-config.ts',
    'lib/setting-reader.ts',
  ],
  'lib/evm/chains-file.ts': ['lib/config-values.ts', 'lib/evm/contract', 'lib/site'],
  'lib/aptos/config.ts': ['lib/config-values.ts', 'lib/family-config.ts', 'lib/setting-reader.ts'],
  'lib/config-values.ts': ['lib/outbound'],
  'lib/build-state.ts': [],
  'lib/check-node.mjs': [],
}

export const rules: Record<string, string[]> = {
  app: [
    'components',
    'lib/pages',
    'lib/site/site.ts',
    'lib/systems.ts',
    'lib/served-apis.ts',
    'lib/recognise',
    'lib/api',
    ...contracts,
    'lib/format',
  ],
  ...componentRules,
  ...platformRules,
  ...evmRules,
  ...aptosRules,
  ...otherRules,
  ...compositionRules,
}

/** Folders whose subfolders each have a rule of their own. */
export const foldersOfRooms = [
  'components',
  'components/evm',
  'components/aptos',
  'lib',
  'lib/evm',
  'lib/evm/queries',
  'lib/aptos',
]
