import { pageAsk } from '#components/kit/server.ts'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { aptosStatusApi } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { indexCoverage } from './index-coverage.ts'

const names = {
  block: 'A block is identified by its height, a whole number.',
  transaction: 'A transaction is identified by its ledger version, a whole number.',
  account: 'An account is identified by its address, 0x and up to 64 hex digits, or by a name such as alice.apt.',
  module: 'A module is identified by the address of its account and its name.',
  asset: 'An asset is identified by the address of its metadata object, or by the type of its coin.',
  creator: 'A creator is identified by its address: 0x and up to 64 hex digits.',
  collection:
    'A collection is identified by its id, 64 hex digits: a hash of its creator and name, or the address of an object.',
  token:
    'A token is identified by its id, 64 hex digits: a hash of its creator, collection and name, or the address of an object.',
}

/** The content for a path that identifies nothing, or something beyond the ledger or its index. */
export const notThere = (what: keyof typeof names) => async () => {
  const ask = await pageAsk()
  const { data: status } = await ask(callTo(aptosStatusApi.aptosStatus, {}))
  const height = status?.block_height
  const version = status?.ledger_version
  const range = status && indexedRange(status)
  return (
    <>
      <PageTitle kind={`No such Aptos ${what}`} />
      <EmptyState
        title="Nothing found at this address"
        action={
          height && (
            <Link href={aptosPaths.block({ height })} className={buttonClasses()}>
              Open the newest block
            </Link>
          )
        }
      >
        {names[what]} {what === 'block' && height && `The newest block is ${groupedNumber(height)}.`}
        {(what === 'asset' || what === 'collection' || what === 'token') &&
          range &&
          `The index of Aptos ${status?.network} contains ${range}.`}
        {what === 'transaction' && version && `The newest version is ${groupedNumber(version)}.`}
      </EmptyState>
    </>
  )
}

const indexedRange = (status: AptosStatus): string | undefined => {
  const coverage = indexCoverage(status)
  return 'first' in coverage ? `version ${groupedNumber(coverage.first)} to ${groupedNumber(coverage.last)}` : undefined
}
