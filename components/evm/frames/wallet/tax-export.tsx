import type { ExportedList } from '#components/export/exported-list.ts'
import { exportOf } from '#components/source/called-endpoint.ts'
import { taxEndpoints } from '#lib/evm/tax/contract.ts'
import { callTo } from '#lib/pages/question.ts'

const taxForms = [
  { endpoint: taxEndpoints.evmTaxKoinly, title: 'Koinly', about: 'its universal format' },
  { endpoint: taxEndpoints.evmTaxCointracking, title: 'CoinTracking', about: 'its CSV import' },
  { endpoint: taxEndpoints.evmTaxRows, title: 'All columns', about: 'with token addresses, for spreadsheets' },
]

/** Opens the export of what a wallet sent, received and paid, as tax software reads it. */
export const TaxExport = ({ chain, address }: { chain: string; address: string }) => {
  const forms = taxForms.map(({ endpoint, title, about }) => ({
    ...{ title, about },
    ...exportOf(callTo(endpoint, { address, chains: [chain] })),
  }))
  const [{ address: url, fileName } = { address: '', fileName: '' }] = forms
  const list: ExportedList = { address: url, fileName, title: 'Tax export', forms }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-opens="export"
      data-value={JSON.stringify(list)}
      className="text-accent hover:underline"
    >
      Tax export
    </button>
  )
}
