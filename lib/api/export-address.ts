import type { RawParameters } from './raw-input.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** The whole of a list as a file: `address` is what the list's first page is asked for with, e.g. `/api/v2/0xab…/nft?chain=eth`. */
export const exportAddress = (address: string, format: ExportFormat): string =>
  address.replace(/^\/api\//, `/api/export/${format}/`)

const longMax = 12

/** `wallet-nfts-eth-0xab5801a7d3.csv`: which list, and what its path and its chain or network say. */
export const exportFileName = (endpointName: string, subjects: readonly unknown[], format: string): string => {
  const words = subjects
    .filter((subject) => subject !== undefined && subject !== null)
    .map((subject) =>
      String(subject)
        .replaceAll(/[^\w.-]+/g, '-')
        .slice(0, longMax),
    )
  return `${[endpointName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...words].join('-')}.${format}`
}

/** What of a list's parameters its file is named by. */
export const fileSubjects = (path: string, parameters: RawParameters): unknown[] => [
  parameters.chain ?? parameters.network,
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => parameters[name]),
]
