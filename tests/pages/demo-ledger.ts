/** What the bundled ledger holds, for the tests to look at. It only changes when it is recorded again. */
export const demoLedger = {
  /** Over a thousand transactions. */
  busiestWallet: '0xd2378898c87f72de22eb67673fd23889796c694e',
  /** Calls a token's `transfer`, which writes one log. */
  tokenTransfer: '0x46e0434e1040fec354f4d3f466b441b06a19a97be69538a7f412104f80437a3d',
  failedTransaction: '0x9e429fc27585e83ac42a6ab5d2f9ce02c0ea04051ff52cb40b2b09b3e43297c8',
  /** A contract that calls a contract that calls a contract. */
  nestedCalls: '0xdfe97461c6518da0ebdaad322d3c4f40da4861071de3c4fa6eb788826835f7fd',
  /** Of an amount. */
  approval: '0x7b9eb18dfbcace6e0a4ab7016c8ea7c81b5cf04cd5f904ff3b3e6510612f08fe',
  contractCreation: '0x8f2c25b9c633db320ca7b27def74f89499213640a1229acf660ec5d37fbe2e9c',
  /** ERC721, with a document for each. */
  lanterns: '0x478c03b3cd599b244b438da4fe073f1ee52d5ff1',
  /** ERC1155. */
  stamps: '0x2560219490a56185c398cf9b7f384f74bbb10d54',
  /** ERC20, 18 decimals. */
  harborCoin: '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605',
  /** ERC20 whose name is a lure. */
  spamCoin: '0x6cbf47370bbf4f12fa684f2bf6e06207c6b89181',
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
  /** Well-formed and no one's. */
  unknownHash: `0x${'ab'.repeat(32)}`,
} as const

/** NFTs of the Aptos part, by the ids of their pages. */
export const aptosNfts = {
  /** Token v1: 25 tokens, and 127 activities between quiet days. */
  lights: '562d06eac64f44742a1ecf4fa03d63e380cc4deb5abe69c41b03d6dd63fc7ea1',
  feathers: 'e87bbb1a994a1b08d1e6c43951427ede1f325bcc8404a408d6a2303ebc13edc6',
  /** Digital assets. */
  loaves: '11768bf648a04164730acbd5898fa1684030d7bb738b3bd7bcac7ae120f65cc8',
  /** One of them. */
  loaf: '94c49a3b38d7f7cf9c6129055354116c0ffbca57be7800fdcc2d242bcd2aeedd',
  /** A token of many editions: six holdings. */
  feather: '995427eac20e1d3fe6138fcd080d07bf5c9bd81731da63131b2aa7b19293e7a9',
  /** The version that minted the first of the digital assets. */
  mintedLoaf: '109',
  /** Who created the lights and other collections. */
  studio: '0xee76cdbe8630029bc1bc9555f3d6f3958f1a0fcce5a46087dcca3a806caabddc',
  wallet: '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e',
} as const

/** An account of three owners with three open proposals; the first can be executed, the last has only a hash on chain. */
export const aptosMultisig = '0xad40b9a94abcfbdabadca124aff72eeae381e98ea951ae3f96aa1f468b9297df'

/** Fungible assets of the Aptos part, by their metadata objects. */
export const aptosAssets = {
  /** Four holders, one of them frozen. */
  pearl: '0xaca15d82ae53840e731681d01f4ce43b1e90f8dd084095ab5a3b7c6034c23023',
  /** Imitates APT. */
  lookAlike: '0xe96fd39c9c357c597c7e5736226fe178e47718d1142e872a68bae2df29c49e1e',
} as const
