/** What the bundled ledger holds, for the tests to look at. It only changes when it is recorded anew. */
export const demoLedger = {
  /** Over a thousand transactions. */
  busiestWallet: '0xd2378898c87f72de22eb67673fd23889796c694e',
  /** Calls a token's `transfer`, which writes one log. */
  tokenTransfer: '0x46e0434e1040fec354f4d3f466b441b06a19a97be69538a7f412104f80437a3d',
  failedTransaction: '0x9e429fc27585e83ac42a6ab5d2f9ce02c0ea04051ff52cb40b2b09b3e43297c8',
  /** A contract that calls a contract that calls a contract. */
  nestedCalls: '0xdfe97461c6518da0ebdaad322d3c4f40da4861071de3c4fa6eb788826835f7fd',
  contractCreation: '0x8f2c25b9c633db320ca7b27def74f89499213640a1229acf660ec5d37fbe2e9c',
  block: '25',
  /** More transactions than a screen shows, of three kinds. */
  aptosBlock: '34',
  aptosVersions: {
    Genesis: '0',
    'Block metadata': '1',
    User: '4',
    Validator: '43',
    'Block epilogue': '555',
  },
  /** Well-formed and nobody's. */
  unknownHash: `0x${'ab'.repeat(32)}`,
} as const

/** A page of every kind that reads the ledger. */
export const readPages: readonly string[] = [
  '/',
  '/demo',
  `/demo/address/${demoLedger.busiestWallet}`,
  `/demo/tx/${demoLedger.nestedCalls}`,
  `/demo/address/${demoLedger.busiestWallet}/approvals`,
  `/demo/address/${demoLedger.busiestWallet}/burns`,
  `/demo/tx/${demoLedger.nestedCalls}/transfers`,
  `/demo/tx/${demoLedger.nestedCalls}/logs`,
  `/demo/tx/${demoLedger.nestedCalls}/internal`,
  `/demo/tx/${demoLedger.nestedCalls}/raw`,
  `/demo/block/${demoLedger.block}`,
  `/demo/block/${demoLedger.block}/nft-transfers`,
  `/aptos/block/${demoLedger.aptosBlock}`,
  `/aptos/txn/${demoLedger.aptosVersions.User}`,
  '/search?q=34',
  '/status',
  '/docs',
  '/docs/evm/walletTransactions',
]
