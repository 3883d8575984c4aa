import logos from './logos.json' with { type: 'json' }

/* Collected by tests/logo-collector/collect.ts; the files are in public/logos, named by their content. */

/** A chain by its EIP-155 id; `aptos` is every ledger of Aptos. */
type LogoChain = number | 'aptos'

const pathOf = (file: string | undefined): string | undefined => file && `/logos/${file}`

const chainLogos: Readonly<Record<string, string>> = logos.chains
const tokenLogos: Readonly<Record<string, Readonly<Record<string, string>>>> = logos.tokens

/** Test networks look like the network that they test. */
const testedBy: Readonly<Record<number, number>> = {
  5: 1,
  97: 56,
  80001: 137,
  84532: 8_453,
  421614: 42_161,
  11155111: 1,
  11155420: 10,
}

/** The path of a chain's logo on this server; undefined for one that has none. */
export const chainLogo = (chain: LogoChain): string | undefined =>
  pathOf(chainLogos[chain === 'aptos' ? chain : (testedBy[chain] ?? chain)])

/** The path of a well-known token's logo on this server, by its lower-case address or its Aptos type; null for any other token. */
export const tokenLogo = (chain: LogoChain, token: string): string | null => pathOf(tokenLogos[chain]?.[token]) ?? null

/** Brand colours, a little lighter where the brand's own would vanish on a dark page. */
const colours: Readonly<Record<LogoChain, string>> = {
  aptos: '#14b8a6',
  1: '#627eea',
  10: '#ff0420',
  25: '#1199fa',
  56: '#f0b90b',
  97: '#f0b90b',
  137: '#8247e5',
  250: '#1969ff',
  8453: '#0052ff',
  42161: '#28a0f0',
  43114: '#e84142',
  11155111: '#9b8afb',
  // The bundled ledger's.
  5460057: '#d97706',
}

/** The colour of a chain as `#rrggbb`; undefined where none is known. */
export const chainColour = (chain: LogoChain): string | undefined => colours[chain]
