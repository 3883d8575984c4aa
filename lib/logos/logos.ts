import logos from './logos.json' with { type: 'json' }

/* Collected by tests/logo-collector/collect.ts; the files are in public/logos, named by their content. */

/** A chain by its EIP-155 id, or the name of a family whose ledgers share a logo. */
type LogoChain = number | string

const pathOf = (file: string | undefined): string | undefined => file && `/logos/${file}`

const chainLogos: Readonly<Record<string, string>> = logos.chains
const colours: Readonly<Record<LogoChain, string>> = logos.colours
const tokenLogos: Readonly<Record<string, Readonly<Record<string, string>>>> = logos.tokens

/** Test networks look like the network that they test. */
const testedBy: Readonly<Record<LogoChain, number>> = {
  5: 1,
  97: 56,
  80001: 137,
  84532: 8_453,
  421614: 42_161,
  11155111: 1,
  11155420: 10,
}

/** The path of a chain's logo on this server; undefined for one that has none. */
export const chainLogo = (chain: LogoChain): string | undefined => pathOf(chainLogos[testedBy[chain] ?? chain])

/** The path of a well-known token's logo on this server, by its lower-case address or its type; null for any other token. */
export const tokenLogo = (chain: LogoChain, token: string): string | null => pathOf(tokenLogos[chain]?.[token]) ?? null

/** The colour of a chain as `#rrggbb`; undefined where none is known. */
export const chainColour = (chain: LogoChain): string | undefined => colours[chain]
