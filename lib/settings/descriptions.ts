/** One row of the table in docs/configuration.md: settings that are explained together. */
type Description = {
  /** In `<CHAIN>`, a chain's name in capitals, such as `ETH`. */
  names: readonly string[]
  /** Markdown; links are relative to `docs`. */
  meaning: string
  byDefault: string
}

/**
 * Every setting, in the order of docs/configuration.md, whose table is written from it. Programs only use its type: a
 * setting that is read without being described here is a compile error.
 */
export const settings = [
  { names: ['PORT', 'HOST'], meaning: 'where web listens', byDefault: '3000, 127.0.0.1' },
  { names: ['SITE_URL'], meaning: 'public origin: links, cookies', byDefault: '`http://localhost:PORT`' },
  { names: ['DATABASE_URL'], meaning: '`sqlite:PATH` or `postgres://…`', byDefault: '`sqlite:.data/spyglass.db`' },
  {
    names: ['DATABASE_READ_URL'],
    meaning: 'a replica of a PostgreSQL database, from which lists are read ([more](operating.md#a-read-replica))',
    byDefault: 'none',
  },
  {
    names: ['DATABASE_URL_<CHAIN>'],
    meaning:
      'a separate database for one chain, also `DATABASE_URL_APTOS` and `DATABASE_URL_APTOS_TESTNET` ([more](operating.md#a-database-per-chain))',
    byDefault: '`DATABASE_URL`',
  },
  {
    names: ['NODE_URL_<CHAIN>'],
    meaning:
      'EVM node (JSON-RPC) of a chain: `ETH`, `SEPOLIA`, `POLYGON`, `BSC`, `AVALANCHE`, `FANTOM`, `PALM`, `CRONOS`, `ARBITRUM` …; several, comma-separated, fail over',
    byDefault: 'none',
  },
  {
    names: ['PUBLIC_NODE_URL_<CHAIN>'],
    meaning: 'a public RPC URL, shown to visitors: wallets that do not know the chain are offered it',
    byDefault: 'none',
  },
  {
    names: ['NODE_URL_LOCAL'],
    meaning: 'any other EVM chain, such as a devnet; its name is `local`',
    byDefault: 'none',
  },
  {
    names: ['CHAINS_FILE'],
    meaning: 'your own EVM chains, a JSON file ([fields](#your-own-chains))',
    byDefault: 'none',
  },
  {
    names: ['SITE_NAME', 'SITE_LOGO', 'SITE_COLOUR'],
    meaning:
      'name, logo (SVG, PNG or WebP file of at most 128 KiB) and accent colour (`#rrggbb`) of the site. If text in this colour would be unreadable, the nearest readable shade is used',
    byDefault: '`Spyglass`',
  },
  {
    names: ['START_BLOCK_<CHAIN>', 'END_BLOCK_<CHAIN>'],
    meaning: 'what to index: a number, `latest`, or `-5000` for that many before the head; the end is optional',
    byDefault: '`-5000`; 0 for `LOCAL`',
  },
  { names: ['BLOCKS_<CHAIN>'], meaning: 'instead: only these ranges, `4369999-4370000,18000000`', byDefault: 'none' },
  {
    names: ['CONTRACTS_<CHAIN>'],
    meaning:
      'contracts whose full history is indexed from their deployment, without a request; comma-separated. The ERC20 tokens among them are looked for in every wallet',
    byDefault: 'none',
  },
  {
    names: ['TRACES_<CHAIN>'],
    meaning:
      '`values` indexes internal transfers: native coin that contracts sent, received, or left behind when they were destroyed. Requires a node with `debug_traceBlockByNumber` or `trace_block`, an archive node for older blocks. Blocks are traced in the background, newest first; indexing does not wait for it, and `/status` shows the progress',
    byDefault: '`off`',
  },
  {
    names: ['FANOUT_<CHAIN>'],
    meaning:
      '`on` stores each token transfer also in the lists of its sender, its receiver and its token ([more](operating.md#lists-by-wallet-and-token)). An existing index is written into them in the background; `off` deletes them',
    byDefault: '`off`',
  },
  {
    names: ['INDEX_ON_DEMAND'],
    meaning:
      'who may start the backfill of a contract by requesting its tokens: `everyone` (30 new contracts an hour for each visitor, 300 for a key), `keys`, or `off`. A contract of more than 30 million blocks or 500,000 events is only indexed in full if it is in `CONTRACTS_<CHAIN>`',
    byDefault: '`everyone`',
  },
  {
    names: ['IPFS_GATEWAYS', 'ARWEAVE_GATEWAY', 'SOURCIFY_URL'],
    meaning: 'sources of NFT metadata, of verified ABIs and their source code; an empty value turns them off',
    byDefault: 'public ones',
  },
  {
    names: ['SIGNATURES_URL'],
    meaning:
      'lookup address of a signature service, such as `https://api.openchain.xyz/signature-database/v1/lookup`: names methods and events whose signature is not bundled. Only selectors and topics are sent to it, never addresses',
    byDefault: 'none',
  },
  {
    names: ['ENS'],
    meaning:
      '`on`: with `NODE_URL_ETH`, addresses on every chain are shown with their primary ENS name, and names can be searched. Names behind an off-chain gateway (CCIP-Read) are requested from that gateway. `onchain`: no gateway is requested. `off`: no names',
    byDefault: '`on`',
  },
  {
    names: ['PRICES'],
    meaning:
      '`on` shows what holdings are worth in USD, from your own node: Chainlink feeds and Uniswap v2 and v3 pools on Ethereum and Arbitrum One ([how](#prices)). Those of the demo ledger are invented, and always shown',
    byDefault: '`off`',
  },
  {
    names: ['SEND_TRANSACTIONS'],
    meaning: "`on` passes signed transactions that tools send through Etherscan's API on to the nodes",
    byDefault: '`off`',
  },
  {
    names: ['SIMULATION_GAS'],
    meaning: "the most gas of a visitor's simulation or contract call; that of the newest block is a limit too",
    byDefault: '30000000',
  },
  {
    names: ['ARTIFACTS_DIR'],
    meaning:
      'build output of Foundry (`out`) or Hardhat (`artifacts`), watched for changes: contracts with the same code have names, and their calls and logs are decoded ([devnets](verification.md#devnets))',
    byDefault: 'none',
  },
  {
    names: ['SOLC_URL', 'SOLC_DIR'],
    meaning:
      'a folder of Solidity compilers with `list.json`, such as `https://binaries.soliditylang.org/bin`, to [verify](verification.md) contracts of other versions than the installed one; downloads are checked by their hashes and kept in `SOLC_DIR`',
    byDefault: 'none; `.data/solc`',
  },
  {
    names: ['ABI_DIR'],
    meaning: 'a folder of your own ABIs: `<address>.json` or `<chain>/<address>.json`',
    byDefault: 'none',
  },
  {
    names: ['GIVEN_ABIS'],
    meaning:
      'who may give an ABI for a contract that is not verified: `everyone`, `keys`, or `off`, which also stops the use of those given before',
    byDefault: '`everyone`',
  },
  {
    names: ['OUTBOUND_ALLOW'],
    meaning:
      'private names, addresses and networks that NFT metadata may be fetched from, comma-separated; `:port` limits an entry to that port. A private address is only reached by its own URL or by a name that is listed',
    byDefault: 'none',
  },
  {
    names: ['APTOS_NODE_URL', 'APTOS_TESTNET_NODE_URL'],
    meaning: 'full node REST base (`…/v1`); several, comma-separated, fail over',
    byDefault: 'none',
  },
  {
    names: ['APTOS_START_VERSION', 'APTOS_TESTNET_START_VERSION'],
    meaning: 'where NFT indexing starts: a ledger version, `latest`, or `-5000` for that many before the head',
    byDefault: '`latest`',
  },
  {
    names: ['APTOS_END_VERSION', 'APTOS_TESTNET_END_VERSION'],
    meaning: 'the last ledger version to index',
    byDefault: 'none: the ledger is followed',
  },
  {
    names: ['APTOS_VERSIONS', 'APTOS_TESTNET_VERSIONS'],
    meaning: 'instead: only these ranges, `1000-2000,5000`',
    byDefault: 'none',
  },
  {
    names: ['APTOS_TOKEN_V2'],
    meaning: '`off` only indexes tokens of module `0x3`, without digital assets (token v2)',
    byDefault: '`on`',
  },
  {
    names: ['APTOS_FUNGIBLE_ASSETS'],
    meaning: '`off` indexes no coins and fungible assets: balances, transfers and gas fees',
    byDefault: '`on`',
  },
  {
    names: ['LABELS_FILE', 'VERIFIED_FILE', 'SPAM_FILE'],
    meaning:
      'your own address names, known tokens and collections, and spam: lines of `chain,address,text`, `*` for every chain',
    byDefault: 'none',
  },
  {
    names: ['MEDIA_DIR'],
    meaning:
      'previews of NFT images, shared by web and worker. It can be emptied at any time: previews are recreated on request',
    byDefault: '`.data/media`',
  },
  {
    names: ['EVM_BASE_URL', 'APTOS_BASE_URL', 'AUTH_BASE_URL', 'UPSTREAM_API_KEY'],
    meaning: 'the hosted service',
    byDefault: 'none',
  },
  {
    names: ['INSTANCE_SECRET'],
    meaning: 'secret of cookies and cursors, at least 32 bytes, the same for every process',
    byDefault: 'generated, stored in the database',
  },
  {
    names: ['DEMO_TIMES'],
    meaning:
      'times of the demo ledger: `now` ends it when its database was made, `recorded` leaves them as they were recorded',
    byDefault: '`now`',
  },
  { names: ['API_KEYS'], meaning: 'API keys, `name:key`, comma-separated', byDefault: 'none' },
  {
    names: ['UPSTREAM_CALLS_PER_DAY'],
    meaning:
      'maximum calls per day (UTC) with that key, for all processes together; beyond it hosted data returns `503` with `Retry-After` until midnight, and indexed data stays available',
    byDefault: 'none',
  },
  {
    names: ['RATE_LIMIT_KEY', 'RATE_LIMIT_ANONYMOUS'],
    meaning: 'requests per second per key, per visitor address ([what counts](operating.md#limits))',
    byDefault: '50, 20',
  },
  {
    names: ['CORS_ORIGINS'],
    meaning:
      'origins that may read the API from a browser: `*`, or a list such as `https://app.example`, comma-separated',
    byDefault: '`*`',
  },
  {
    names: ['METRICS_TOKEN'],
    meaning:
      'token for `/api/metrics` and the details of `/api/health`, sent as `Authorization: Bearer`; without it `/api/health` only returns `status`',
    byDefault: 'none: open to everyone',
  },
  { names: ['TRUST_PROXY'], meaning: 'number of reverse proxies whose forwarded address is trusted', byDefault: '0' },
  {
    names: ['BLOCK_CHECKS'],
    meaning:
      'EVM blocks are recomputed when they are indexed (block hash, transactions root, receipts root, logs bloom). A block that fails is requested again, from other nodes first. `mark`: if it still fails, it is kept, marked on its page, logged, and requested again until it is correct. `refuse`: it is set aside, other blocks are indexed, and it is added once it is correct. `off`: nothing is recomputed',
    byDefault: '`mark`',
  },
  { names: ['LOG_LEVEL'], meaning: '`debug`, `info`, `warn`, `error`, `silent`', byDefault: '`info`' },
] as const satisfies readonly Description[]

type Named<Name extends string> = Name extends `${infer Start}<CHAIN>` ? `${Start}${string}` : Name

/** The name of a setting; those of a chain end in its name, as in `NODE_URL_ETH`. */
export type SettingName = Named<(typeof settings)[number]['names'][number]>
