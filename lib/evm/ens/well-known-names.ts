/** Labels of `.eth` names that are worth imitating: people and products that many users know. */
export const wellKnownNames: readonly string[] = [
  ...['aave', 'arbitrum', 'argent', 'avsa', 'balancer', 'base', 'beeple', 'binance', 'blur', 'brantly'],
  ...['chainlink', 'coinbase', 'compound', 'consensys', 'cowswap', 'curve', 'dydx', 'eigenlayer', 'ens', 'ethereum'],
  ...[
    'etherscan',
    'farcaster',
    'foundation',
    'gitcoin',
    'gnosis',
    'griff',
    'hayden',
    'infura',
    'jessepollak',
    'kraken',
  ],
  ...['ledger', 'lens', 'lido', 'linea', 'makerdao', 'metamask', 'morpho', 'nick', 'opensea', 'optimism'],
  ...['paradigm', 'pendle', 'phantom', 'polygon', 'pranksy', 'punk6529', 'rainbow', 'rarible', 'rocketpool', 'safe'],
  ...['sassal', 'scroll', 'sushi', 'synthetix', 'tether', 'trezor', 'uniswap', 'usdc', 'vitalik', 'wrapped'],
  ...['yearn', 'zapper', 'zerion', 'zksync', 'zora', '1inch'],
]
