import type { RawParameters } from './input/raw-input.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** The URL of a whole list as a file: `address` is the URL of the list's first page, e.g. `/api/v2/0xab…/nft?chain=eth`. */
export const exportAddress = (address: string, format: ExportFormat): string =>
  address.replace(/^\/api\//, `/api/export/${format}/`)

const wordMax = 12

/**
 * `wallet-nfts-eth-0xab5801a7d3`: the list, its chain or network, and the parameters of its path. The extension
 * follows.
 */
export const exportFileName = (endpointName: string, path: string, parameters: RawParameters): string => {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => parameters[name])
  const words = [parameters.chain ?? parameters.network, ...named]
    .filter((word) => word !== undefined && word !== null)
    .map((word) =>
      String(word)
        .replaceAll(/[^\w.-]+/g, '-')
        .slice(0, wordMax),
    )
  return [endpointName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...words].join('-')
}
