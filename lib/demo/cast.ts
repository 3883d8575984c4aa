/** 0x535059, which reads "SPY". */
export const demoChainId = 5_460_057
/** The Aptos part's own chain id; no public network has it. */
export const demoAptosChainId = 83

/** Where each role sits in `demoWallets`. */
export const role = { studio: 0, ferry: 1, spammer: 24, sleeper: 25 } as const

export const demoWallets = [
  { name: 'Harbor Studio', evm: '0xaf4311d557fbc876059e39306ec1f3343753df29' },
  { name: 'Ferry Payouts', evm: '0xd2378898c87f72de22eb67673fd23889796c694e' },
  { name: 'Mira Tolland', evm: '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595' },
  { name: 'Ansel Brook', evm: '0xa7e65f9aab1b22ae918ec5e66af94f2b1a35ab49' },
  { name: 'Quiet Collector', evm: '0xd3a01ed4e1d0554a179daebf95508b668767d441' },
  { name: 'Ines Quayle', evm: '0x930de6989f527d5b3b0ccb301465e49910eac101' },
  { name: 'Tomas Wrenfield', evm: '0xf925bd7ea6cf6ad33e576ed3dff92beab9320925' },
  { name: 'Lantern Keeper', evm: '0xa36d7382e5bec27408d7885e4967e3a9141f3ec1' },
  { name: 'Odile Marshe', evm: '0x120dfefe435701a3232cc316c3c8066a648b2afa' },
  { name: 'Night Ferry Crew', evm: '0xcbb5fd4a3c2d9070d95d668b80d6f0ae1a8a64e3' },
  { name: 'Saffron Pier', evm: '0xdc993956bec1bea1bc24d93017b6d2fd2baebe7d' },
  { name: 'Juno Halvard', evm: '0x13da4a89f23a11c91492fcbc7a3da3e6841fe116' },
  { name: 'Low Tide Fund', evm: '0x92e5306f0901e35a5772d740b14e02c4fe6d09ed' },
  { name: 'Cove Traders', evm: '0x20dabca24a962b87f69fa1faefe21303fdad99e7' },
  { name: 'Greta Lindow', evm: '0x292cd725d0b442da3040185d1c8ec5fb08789b8b' },
  { name: 'Hollis Penrow', evm: '0xa42813d3fae4f8c72042338c740b81747e409484' },
  { name: 'Rookery & Daughter', evm: '0x3f8935a7ff6484e001d3b387e658f84cf0ab664c' },
  { name: 'Blue Kiosk', evm: '0xb0a334e5b40d3874f73c89d61e7a46165e0def96' },
  { name: 'Amaro Vint', evm: '0x53ad22342214421df07437448738292f0e50877a' },
  { name: 'Tilda Mossgrove', evm: '0x5b36cd65745251dd7c0024c6b154530bb5c006f8' },
  { name: 'Salt Bakery', evm: '0x1e1729e8f44bfab5b40546cddc27a9284bfc7a6b' },
  { name: 'Dune Runner', evm: '0xa6c6458361b3fd511af59e64f3b6d9d342a54d51' },
  { name: 'Kestrel Desk', evm: '0x1d113c6fef8576a253a5ce641380d812e1f7ab1b' },
  { name: 'First Light', evm: '0xaa3ad177570b34945132fffd9695a6a3b885cf7d' },
  { name: 'Sticky Fingers', evm: '0xa7f2228813a0ec2516a96e66f0897332b05d3816' },
  { name: 'Sleeping Wallet', evm: '0x1aff383404a349de999dd0c6d18a798ebae5daad' },
] as const
