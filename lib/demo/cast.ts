/** 0x535059, which reads "SPY". */
export const demoChainId = 5_460_057
/** The demo's own chain id; no public network uses it. */
export const demoAptosChainId = 83

/** The index of each role in `demoWallets`. */
export const role = { studio: 0, ferry: 1, spammer: 24, sleeper: 25 } as const

/** The cast: the same people on both systems. Their keys are derived from public phrases and protect nothing. */
export const demoWallets = [
  {
    name: 'Harbor Studio',
    evm: '0xaf4311d557fbc876059e39306ec1f3343753df29',
    aptos: '0xee76cdbe8630029bc1bc9555f3d6f3958f1a0fcce5a46087dcca3a806caabddc',
  },
  {
    name: 'Ferry Payouts',
    evm: '0xd2378898c87f72de22eb67673fd23889796c694e',
    aptos: '0xaef7e59c7329c870a704beaafc716fdd4b2651d628fc8985c6f82945c499d3b7',
  },
  {
    name: 'Mira Tolland',
    evm: '0x40cba5b7a6dc4fd081e247a64029cb6b63dfb595',
    aptos: '0x424d7f300dc733be4d3811bb9949492282e5738fe6496631c9de869984636900',
  },
  {
    name: 'Ansel Brook',
    evm: '0xa7e65f9aab1b22ae918ec5e66af94f2b1a35ab49',
    aptos: '0x2ee0fbf9b55f7d936fc709daba9c2730a052d97828227b9738779ad4fc5db207',
  },
  {
    name: 'Quiet Collector',
    evm: '0xd3a01ed4e1d0554a179daebf95508b668767d441',
    aptos: '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e',
  },
  {
    name: 'Ines Quayle',
    evm: '0x930de6989f527d5b3b0ccb301465e49910eac101',
    aptos: '0xc3a31be78ab00e753c389488a4ef5d5532f3a033fe62d3890ebdc3ee1d890736',
  },
  {
    name: 'Tomas Wrenfield',
    evm: '0xf925bd7ea6cf6ad33e576ed3dff92beab9320925',
    aptos: '0x5b99992138643b08d571c6c08db99aaee0034ac8a9f203067c5766260e07df9a',
  },
  {
    name: 'Lantern Keeper',
    evm: '0xa36d7382e5bec27408d7885e4967e3a9141f3ec1',
    aptos: '0x18e9ddcb0266fc2b52563e5a9c2f05764f84cd835542ad3e21558502767616fc',
  },
  {
    name: 'Odile Marshe',
    evm: '0x120dfefe435701a3232cc316c3c8066a648b2afa',
    aptos: '0x415ce7de417bb2563a97a293fef9eb4954403787fab30640c10735d8e3aabb0a',
  },
  {
    name: 'Night Ferry Crew',
    evm: '0xcbb5fd4a3c2d9070d95d668b80d6f0ae1a8a64e3',
    aptos: '0xfe45c09c4712011037d7cd19b9ea5c56bac9dc901dc59e840024d4d8ab6b8824',
  },
  {
    name: 'Saffron Pier',
    evm: '0xdc993956bec1bea1bc24d93017b6d2fd2baebe7d',
    aptos: '0x143e9267bf12b6f59fc48dd85a53cc270e525b06afbb493bc8355467d7d1c3ab',
  },
  {
    name: 'Juno Halvard',
    evm: '0x13da4a89f23a11c91492fcbc7a3da3e6841fe116',
    aptos: '0xb08b08ee568b14d3705e9c00612b1317d3be06a4af3f95495ed6828e7145b5cf',
  },
  {
    name: 'Low Tide Fund',
    evm: '0x92e5306f0901e35a5772d740b14e02c4fe6d09ed',
    aptos: '0xf5fd555da44aee6b9b85a803eefaecdbc32ce517e53f306617b7186fd1d54faa',
  },
  {
    name: 'Cove Traders',
    evm: '0x20dabca24a962b87f69fa1faefe21303fdad99e7',
    aptos: '0x434d5be94a77f321f20cefc3da77360e6175662380dbe945dfb2eab440ee43f1',
  },
  {
    name: 'Greta Lindow',
    evm: '0x292cd725d0b442da3040185d1c8ec5fb08789b8b',
    aptos: '0xffa15aad4ec0d787b186a2e0d02747edf4343263f877fd0469ee9f78af5c0ef9',
  },
  {
    name: 'Hollis Penrow',
    evm: '0xa42813d3fae4f8c72042338c740b81747e409484',
    aptos: '0x1293652961e655b2358d95642b9823dd57de653f780173bc662a271d94cb7ac1',
  },
  {
    name: 'Rookery & Daughter',
    evm: '0x3f8935a7ff6484e001d3b387e658f84cf0ab664c',
    aptos: '0x313f65499b84493daa737efb147b5710f787f897f0e77a01bfad3b041777275a',
  },
  {
    name: 'Blue Kiosk',
    evm: '0xb0a334e5b40d3874f73c89d61e7a46165e0def96',
    aptos: '0x2c54ccbd3edfcac23dd688b9bed318bddc1ce6c567ca794553e6b0ddb5f1af0d',
  },
  {
    name: 'Amaro Vint',
    evm: '0x53ad22342214421df07437448738292f0e50877a',
    aptos: '0xf0f71deb3ec889a1f13690278034f76bf4d71405150ffdd0688ded9d744df805',
  },
  {
    name: 'Tilda Mossgrove',
    evm: '0x5b36cd65745251dd7c0024c6b154530bb5c006f8',
    aptos: '0x8959836d7654e2fabe3e76a876bf37fa11a929a5d55149a4b2078e8d7ef47651',
  },
  {
    name: 'Salt Bakery',
    evm: '0x1e1729e8f44bfab5b40546cddc27a9284bfc7a6b',
    aptos: '0xcb65c296684a2b920ce1d75d0ec77ec345f1a714a3da1391ed80ebd845ffbfb4',
  },
  {
    name: 'Dune Runner',
    evm: '0xa6c6458361b3fd511af59e64f3b6d9d342a54d51',
    aptos: '0xa2f39a8c69933c108505ae5720c39f18c37c78699a5122a6dce4533c7a2908a4',
  },
  {
    name: 'Kestrel Desk',
    evm: '0x1d113c6fef8576a253a5ce641380d812e1f7ab1b',
    aptos: '0x3b2634b98d950eed6adf34ee4353833b29c5a1b5c1845471faa796a5502c1880',
  },
  {
    name: 'First Light',
    evm: '0xaa3ad177570b34945132fffd9695a6a3b885cf7d',
    aptos: '0x6e78560a7c41fe1bd50517d1c530121e56d648845ce4102596932d57216ae2bf',
  },
  {
    name: 'Sticky Fingers',
    evm: '0xa7f2228813a0ec2516a96e66f0897332b05d3816',
    aptos: '0xe8ddbc6426b7865a4f398c0ce3681ea1ad5d7c9726f448ae89adba9e62e58879',
  },
  {
    name: 'Sleeping Wallet',
    evm: '0x1aff383404a349de999dd0c6d18a798ebae5daad',
    aptos: '0x7e0b963f127ca4dc1fe36021f3db623cd1c83706525501750e605462934eac1f',
  },
] as const
