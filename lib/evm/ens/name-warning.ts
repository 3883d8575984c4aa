import { skeletonOf } from '#lib/base/skeleton.ts'
import type { NameWarning } from '#lib/evm/query/name-port.ts'

/** Labels of `.eth` names that are worth imitating: people and products that many users know. */
const wellKnownNames: readonly string[] = [
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

const latin = /\p{Script=Latin}/u
const otherScript = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u

/** `vitalik.eth.somebody.eth`: truncated, it reads like another name. */
const endings: ReadonlySet<string> = new Set(['eth', 'com', 'org', 'net', 'xyz', 'io'])

/** Null for most names. `name` is normalised. */
export const nameWarning = (name: string): NameWarning | null => {
  const labels = name.split('.').slice(0, -1)
  if (labels.some((label) => latin.test(label) && otherScript.test(label))) return 'mixed_scripts'
  return labels.some((label) => imitatesKnown(label) || endings.has(label)) ? 'look_alike' : null
}

const imitatesKnown = (label: string): boolean => {
  const known = knownByShape().get(shapeOf(label))
  return known !== undefined && known !== label
}

/** Letters and digits as they look at a glance, also where several letters look like one. */
const shapeOf = (label: string): string =>
  skeletonOf(label)
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(?:dot)?eth$/, '')

let shapes: ReadonlyMap<string, string> | undefined

const knownByShape = (): ReadonlyMap<string, string> => {
  shapes ??= new Map(wellKnownNames.map((label) => [shapeOf(label), label]))
  return shapes
}
