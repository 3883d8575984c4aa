/** Names by lower-case address: addresses with the same meaning on every EVM chain, and well-known ones on Ethereum. */
export const wellKnownEverywhere: Readonly<Record<string, string>> = {
  '0x0000000000000000000000000000000000000000': 'Null address',
  '0x000000000000000000000000000000000000dead': 'Burn address',
  '0x000000000022d473030f116ddee9f6b43ac78ba3': 'Permit2',
  '0xca11bde05977b3631167028862be2a173976ca11': 'Multicall3',
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': 'Deterministic deployer',
  '0x914d7fec6aac8cd542e72bca78b30650d45643d7': 'Safe: singleton factory',
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789': 'ERC-4337: EntryPoint 0.6',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': 'ERC-4337: EntryPoint 0.7',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6': 'Seaport 1.4',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc': 'Seaport 1.5',
  '0x0000000000000068f116a894984e2db1123eb395': 'Seaport 1.6',
}

/** Tokens of Ethereum that others imitate, with their own names, and a plainer label where there is one. */
export const wellKnownTokens: readonly { address: string; name: string; symbol: string; label?: string }[] = [
  { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', name: 'Wrapped Ether', symbol: 'WETH' },
  { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', name: 'USD Coin', symbol: 'USDC' },
  { address: '0xdac17f958d2ee523a2206206994597c13d831ec7', name: 'Tether USD', symbol: 'USDT' },
  { address: '0x6b175474e89094c44da98b954eedeac495271d0f', name: 'Dai Stablecoin', symbol: 'DAI', label: 'Dai' },
  { address: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', name: 'Wrapped BTC', symbol: 'WBTC' },
  {
    address: '0x514910771af9ca656af840dff83e8264ecf986ca',
    name: 'ChainLink Token',
    symbol: 'LINK',
    label: 'Chainlink',
  },
  { address: '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2', name: 'Maker', symbol: 'MKR' },
  { address: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', name: 'Uniswap', symbol: 'UNI' },
  {
    address: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
    name: 'Liquid staked Ether 2.0',
    symbol: 'stETH',
    label: 'Lido: staked Ether',
  },
  { address: '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb', name: 'CRYPTOPUNKS', symbol: 'PUNK', label: 'CryptoPunks' },
  { address: '0x06012c8cf97bead5deae237070f9587f8e7a266d', name: 'CryptoKitties', symbol: 'CK' },
  { address: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d', name: 'Bored Ape Yacht Club', symbol: 'BAYC' },
]

export const wellKnownOnEthereum: Readonly<Record<string, string>> = {
  ...Object.fromEntries(wellKnownTokens.map(({ address, name, label = name }) => [address, label])),
  '0x00000000219ab540356cbb839cbe05303d7705fa': 'Beacon chain deposits',
  '0x7a250d5630b4cf539739df2c5dacb4c659f2488d': 'Uniswap V2: router',
  '0xe592427a0aece92de3edee1f18e0157c05861564': 'Uniswap V3: router',
  '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45': 'Uniswap V3: router 2',
  '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad': 'Uniswap: universal router',
  '0x1f98431c8ad98523631ae4a59f267346ea31f984': 'Uniswap V3: factory',
  '0x1111111254eeb25477b68fb85ed929f73a960582': '1inch: router 5',
  '0xdef1c0ded9bec7f1a1670819833240f027b25eff': '0x: exchange proxy',
  '0x00000000006c3852cbef3e08e8df289169ede581': 'Seaport 1.1',
  '0x000000000000ad05ccc4f10045630fb830b95127': 'Blur: marketplace',
  '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e': 'ENS: registry',
  '0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85': 'ENS: base registrar',
  '0x495f947276749ce646f68ac8c248420045cb7b5e': 'OpenSea: shared storefront',
}
