import { demoWallets } from '#lib/demo/cast.ts'
import { demoFeeds } from './price-feeds.ts'

type DemoLabel = { address: string; name: string }

const contracts = [
  ['0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605', 'Harbor Coin'],
  ['0xb7f55e457a17e96725b7f7b3b884f51648f889f9', 'Old Leaf'],
  ['0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca', 'Wrapped Spy'],
  ['0x478c03b3cd599b244b438da4fe073f1ee52d5ff1', 'Paper Lanterns'],
  ['0xfc3d5596ee1502d8b358690205888660a355ef17', 'Tide Postcards'],
  ['0x2560219490a56185c398cf9b7f384f74bbb10d54', 'Market Stamps'],
  ['0x1071c3e406f513af142d6f98b7e63ba4018318a6', 'Harbor Fee Splitter'],
  ['0xde236cac55b45f062aa16a8e139ae2dc04917752', 'Lantern Market'],
  ['0xab6d4a63045e91d17a84157edca4b2fc99ef9b4f', 'Jar Factory'],
  ['0x70afa4e63e7e30b5d347f6da2fd58d6e7f824570', 'Harbor Vault'],
  ['0x5d78469c87fb3056a91a97bd18758316395a511f', 'Harbor Account'],
  ['0xe8227d9e8134ab3dafee1fce690fae02189d99c1', 'Harbor Paymaster'],
  ['0x6cbf47370bbf4f12fa684f2bf6e06207c6b89181', 'Free Claim (spam)'],
  ['0xb032c669cd2b91d2ee2f74c13bff2421f8b86c6e', 'Harbor Exchange: HBR/WSPY'],
  ['0x03eebc3166196cfbad2adecdf7b1da9e0f1e57e8', 'Harbor Exchange'],
  ['0x7c3320b2d6f1938ab77bf58cc6c09033016f9220', 'Harbor Shares'],
  ['0x6f6f7880b48ddc1a7b308c1e05ff48a7a45240dd', 'Breakwater'],
  ['0xc136948ddc1cd1052043464deb01e9a847b43a3c', 'Far Shore Bridge'],
  ['0x83383aae22eb1f5ab9c30cfb07f11b6abc859cab', 'Lantern Bids'],
  ['0xdc6a36469d61fc85f0ebcb5588fa61d036c57abb', 'Harbor Safe'],
  ['0xff00000000000000000000000000000000535059', 'Lighthouse Rollup'],
  ...demoFeeds.map(({ feed, pair }) => [feed, `Price feed: ${pair}`] as const),
] as const

/** Names of the demo ledger's addresses: its people and its contracts. */
export const demoLabels: readonly DemoLabel[] = [
  ...demoWallets.map(({ name, evm }): DemoLabel => ({ address: evm, name })),
  ...contracts.map(([address, name]): DemoLabel => ({ address, name })),
]

const verifiedNames: readonly string[] = [
  'Harbor Coin',
  'Wrapped Spy',
  'Paper Lanterns',
  'Tide Postcards',
  'Market Stamps',
  'Harbor Shares',
]

/** The contracts that the makers of the ledger vouch for. */
export const demoVerified: readonly DemoLabel[] = demoLabels.filter(({ name }) => verifiedNames.includes(name))
